// Package gallery renders every page from fixed data, also in the states that are hard to reach in
// play: won, lost, paused, a city that has fallen, names that are long or run from right to left.
// Its test opens each of them in a browser, checks it and keeps a picture in .artifacts.
package gallery
