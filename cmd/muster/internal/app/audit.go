package app

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events/ledger"
	"github.com/muster-events/muster/ops/audit"
)

// checkSigned holds the log to the last checkpoints that were kept beside it. A log that is shorter, or
// another one, is read only from then on.
func (a *App) checkSigned() error {
	local, err := audit.OpenLocal(a.dir.Join(audit.LocalDir))
	if err != nil {
		return err
	}
	a.checkpoints = local
	err = local.Check(a.ledger, func(name, why string) {
		a.log.Warn("a file among the checkpoints is none", "file", name, "why", why)
	})
	var m *audit.MismatchError
	if errors.As(err, &m) {
		a.unsigned(err)
		return nil
	}
	return err
}

// unsigned says that the log is not the one that was signed. Repair cannot help: both copies agree.
func (a *App) unsigned(err error) {
	a.damage.Store(&damaged{says: err.Error()})
	a.log.Error("the log is not the one that was signed: nothing can be entered", "err", err)
}

// startAudit opens the key and signs the heads of all logs from now on.
func (a *App) startAudit(ctx context.Context) error {
	if a.Damage() != "" {
		return nil // what is damaged is not signed
	}
	js, err := jetstream.New(a.broker.Commands)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	key, first, err := audit.OpenKey(ctx, js, a.cfg.NATSReplicas)
	if err != nil {
		return err
	}
	history, err := audit.OpenHistory(ctx, js, a.cfg.NATSReplicas)
	if err != nil {
		return err
	}
	a.key, a.checkpointHistory = &key, history
	if first {
		a.log.Info("the key that signs checkpoints was made", "fingerprint", key.Fingerprint())
	}
	a.sealer = audit.NewSealer(audit.Options{
		Log: a.store, Leaves: a.ledger, Key: key, History: history, Local: a.checkpoints, Damaged: a.unsigned,
		Witnesses: a.cfg.Witnesses(), Now: a.now, Logger: a.log, Metrics: a.reg,
	})
	a.up.run("checkpoints", a.sealer.Run)
	return nil
}

// PublicKey is the verifier key that a witness and readers of bundles are given; empty while there is none.
func (a *App) PublicKey() string {
	if a.key == nil {
		return ""
	}
	return a.key.PublicKey().String()
}

var _ audit.Leaves = (*ledger.Ledger)(nil)
