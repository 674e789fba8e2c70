// Package cards holds the player cards of The Lord of the Rings: The Card Game: names, numbers,
// traits and keywords, no text of cards. Start with [Set], which finds cards; [Shipped], the cards
// that the rulebooks name; and [ParseRingsDB], which reads the cards that an operator brings.
//
// It takes bytes and gives values; it reads no file.
//
// Invariants:
//
//  1. A number that no source states is not known; it is never taken for 0.
//  2. A set does not change after it is made; cards that it returns are the caller's own.
//  3. Names are found in any case, with or without accents and punctuation.
//  4. Data laid over other data replaces what it states and leaves the rest.
//
// It imports the standard library and engine/lotr/cards/textfile only.
//
// Next: engine/lotr/decks, which makes decks of them.
package cards
