// Package site is what all pages share: who is asking, how a page or an error is answered, how a
// form becomes a command.
package site
