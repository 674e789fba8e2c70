package app

import (
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/presence"
)

// startPresence starts to tell the other servers which phones are connected, and to listen to them.
func (a *App) startPresence() deps.Presence {
	p := presence.New(bus{a.broker.Commands}, a.now, a.log)
	a.up.run("presence", p.Run)
	a.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "muster_devices_connected", Help: "Captains' phones that have the page of their table open at this server.",
	}, func() float64 { return float64(p.Here()) }))
	return p
}

// bus is core NATS as package presence uses it.
type bus struct{ nc *nats.Conn }

// Publish implements presence.Bus.
func (b bus) Publish(subject string, data []byte) error { return b.nc.Publish(subject, data) }

// Subscribe implements presence.Bus.
func (b bus) Subscribe(filter string, f func(subject string, data []byte)) (func() error, error) {
	sub, err := b.nc.Subscribe(filter, func(m *nats.Msg) { f(m.Subject, m.Data) })
	if err != nil {
		return nil, err
	}
	return sub.Unsubscribe, nil
}
