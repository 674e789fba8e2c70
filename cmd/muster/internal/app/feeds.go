package app

import "github.com/muster-events/muster/ops/feed"

// startFeeds opens the feeds for other programs. Their history comes from the second copy, which is read
// without the broker; of a damaged log only what is proven is given.
func (a *App) startFeeds() *feed.Hub {
	o := feed.Options{Log: a.store, Logger: a.log, Registerer: a.reg, Now: a.now}
	if a.Damage() == "" {
		o.History = a.ledger
	}
	h := feed.New(o)
	a.up.push(func() error { h.Close(); return nil })
	return h
}
