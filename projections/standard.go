package projections

// Standard returns the projections that the program keeps, for one runner.
func Standard() []Projection {
	return []Projection{newBoards(), newHistories(), newCatalogs(), newCampaigns(), newTournaments(), newLeagues()}
}
