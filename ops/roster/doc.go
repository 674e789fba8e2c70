// Package roster imports a list of players into a gathering: people are registered, groups opened
// and players seated. Everything that can be checked is checked first, with the very rules that
// decide it afterwards, so that nothing is half imported. Start with [Importer].
package roster
