package app

import (
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/ops/proofs"
	"github.com/muster-events/muster/projections/replay"
)

// startReplays opens the way back through groups, and what is proven about it.
func (a *App) startReplays(o *api.Options) *replay.Keeper {
	k := replay.NewKeeper(a.store, vocabulary.All())
	o.Replays = k
	if a.sealer != nil {
		o.Proofs = proofs.New(proofs.Options{
			Log: a.store, Leaves: a.ledger, Sealer: a.sealer, History: a.checkpointHistory, Key: *a.key, Catalog: vocabulary.All(), Version: a.version,
		})
	}
	return k
}
