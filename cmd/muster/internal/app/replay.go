package app

import (
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/ops/proofs"
	"github.com/muster-events/muster/ops/whatif"
	"github.com/muster-events/muster/projections/replay"
)

// startReplays opens the way back through groups, and what is proven about it: nil if nothing is signed.
func (a *App) startReplays(o *api.Options) (*replay.Keeper, *proofs.Desk) {
	k := replay.NewKeeper(a.store, vocabulary.All())
	o.Replays, o.WhatIfs = k, whatif.New(a.store, vocabulary.All())
	if a.sealer == nil {
		return k, nil
	}
	desk := proofs.New(proofs.Options{
		Log: a.store, Leaves: a.ledger, Sealer: a.sealer, History: a.checkpointHistory, Key: *a.key, Catalog: vocabulary.All(), Version: a.version,
		People: a.people,
	})
	o.Proofs = desk
	return k, desk
}
