// Package dashboards is the web pages of muster. Reading pages are rendered on the server from read
// models and kept live by one stream each; entering something is a form that becomes a command.
// Start with [New].
//
//	frontpage   front page, joining, login, status
//	wallpage    walls for projectors, spectators' phones
//	console     organisers and judges: gatherings, groups, rulings, cards to print
//	tournament  tournaments: for everybody, players' phones, the wall, organisers and judges
//	tablepage   a captain's phone; works without a network
//	assets      built scripts, styles and fonts; their sources are in web
//
// Next: dashboards/deps, what the pages need from the rest of the program.
package dashboards
