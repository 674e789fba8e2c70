package roster

// Limits of a roster file.
const (
	MaxBytes    = 2 << 20 // of the whole file
	MaxRows     = 2000    // players
	MaxField    = 4096    // bytes of one field
	MaxProblems = 200     // problems reported; reading stops there
	MaxGroups   = 200
)

// Limits of a group in epic multiplayer mode.
//
// Source: Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode".
const (
	TeamsPerGroup  = 3
	PlayersPerTeam = 4
	HeroesPerSeat  = 3
)

// Formats that [Parse] reads.
const (
	FormatCSV  = "csv"
	FormatJSON = "json"
)
