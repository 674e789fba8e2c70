package config

import (
	"time"
)

// Config is everything `muster serve` can be told. The tags are what kong reads; the text of a
// field's help tag is what `muster serve --help` and the sample file say about it.
type Config struct {
	Data   string `name:"data" env:"MUSTER_DATA" default:"data" group:"Server" help:"Directory for the log, its second copy, read models and keys. One server at a time may use it."`
	Listen string `name:"listen" env:"MUSTER_LISTEN" default:":8080" group:"Server" help:"Address and port for pages and the API. Port 0 picks a free one."`
	URL    string `name:"url" env:"MUSTER_URL" default:"" group:"Server" help:"Address that phones reach this server at, as printed on table cards (https://games.example). Empty: worked out from the network."`

	OrganiserKey string `name:"organiser-key" env:"MUSTER_ORGANISER_KEY" default:"" group:"Server" help:"Key that opens the console, 12 characters or more. Empty: one is made at the first start and kept. Others on this machine can see flags: prefer the environment or the file."`

	TLS     string   `name:"tls" env:"MUSTER_TLS" default:"off" group:"HTTPS" help:"off: plain HTTP. self: HTTPS with a certificate made here, see 'muster tls init'. file: HTTPS with --tls-cert and --tls-key."`
	TLSCert string   `name:"tls-cert" env:"MUSTER_TLS_CERT" default:"" group:"HTTPS" help:"Certificate chain in PEM, for --tls file."`
	TLSKey  string   `name:"tls-key" env:"MUSTER_TLS_KEY" default:"" group:"HTTPS" help:"Private key in PEM, for --tls file."`
	TLSHost []string `name:"tls-host" env:"MUSTER_TLS_HOST" default:"" group:"HTTPS" help:"More names and addresses for the certificate of --tls self, separated by commas. This machine's own are always in it."`

	Admin         string        `name:"admin" env:"MUSTER_ADMIN" default:"127.0.0.1:9411" group:"Operators" help:"Address for /metrics, /debug/pprof, /healthz and /readyz. Keep it on the loopback interface. off: none."`
	MetricsPublic bool          `name:"metrics-public" env:"MUSTER_METRICS_PUBLIC" default:"false" group:"Operators" help:"Serve /metrics on the address of the pages, too."`
	LogLevel      string        `name:"log-level" env:"MUSTER_LOG_LEVEL" default:"info" group:"Operators" help:"debug, info, warn or error. Logs go to the standard error stream, one JSON object a line."`
	DrainTime     time.Duration `name:"drain-time" env:"MUSTER_DRAIN_TIME" default:"10s" group:"Operators" help:"How long a stopping server waits for requests that are under way."`

	NATS         string `name:"nats" env:"MUSTER_NATS" default:"" group:"NATS" help:"Use an external NATS server or cluster (nats://host:4222, several separated by commas) instead of the embedded one."`
	NATSCreds    string `name:"nats-creds" env:"MUSTER_NATS_CREDS" default:"" group:"NATS" help:"Credentials file for --nats."`
	NATSCA       string `name:"nats-ca" env:"MUSTER_NATS_CA" default:"" group:"NATS" help:"Certificate authorities in PEM that --nats is checked against. Empty: the system's."`
	NATSCert     string `name:"nats-cert" env:"MUSTER_NATS_CERT" default:"" group:"NATS" help:"Client certificate in PEM for --nats."`
	NATSKey      string `name:"nats-key" env:"MUSTER_NATS_KEY" default:"" group:"NATS" help:"Private key in PEM for --nats-cert."`
	NATSReplicas int    `name:"nats-replicas" env:"MUSTER_NATS_REPLICAS" default:"1" group:"NATS" help:"Copies of each log that an external cluster keeps: 1, 3 or 5."`
	NATSListen   string `name:"nats-listen" env:"MUSTER_NATS_LISTEN" default:"127.0.0.1:0" group:"NATS" help:"Address of the embedded NATS server. Port 0 picks a free one. Any other host than the loopback interface opens it to table programs; give --tls too."`

	Webhook        []string `name:"webhook" env:"MUSTER_WEBHOOK" default:"" group:"Webhooks" help:"Web addresses that are told what happens in every gathering, separated by commas. What follows # says what: https://hooks.example/muster#pairings+results. Nothing: everything. Organisers register others on the console."`
	WebhookSecret  string   `name:"webhook-secret" env:"MUSTER_WEBHOOK_SECRET" default:"" group:"Webhooks" help:"Secret that messages to --webhook are signed by: whsec_ and 24 to 64 bytes in base64. Others on this machine can see flags: prefer the environment or the file."`
	WebhookPrivate bool     `name:"webhook-private" env:"MUSTER_WEBHOOK_PRIVATE" default:"false" group:"Webhooks" help:"Let webhooks lead to private addresses and to this machine, and be http://. Whoever may register one can then reach what only this machine can."`

	Witness []string `name:"witness" env:"MUSTER_WITNESS" default:"" group:"Proof" help:"Witnesses that are asked to sign every checkpoint too, separated by commas: address and key as 'muster witness' prints them, 'http://192.168.0.9:9020 KEY'."`

	DiskWarn   Size `name:"disk-warn" env:"MUSTER_DISK_WARN" default:"1GB" group:"Limits" help:"Free space in the data directory under which the server warns."`
	DiskRefuse Size `name:"disk-refuse" env:"MUSTER_DISK_REFUSE" default:"200MB" group:"Limits" help:"Free space under which no new entries are accepted, so that nothing is lost half-way."`
	MaxConns   int  `name:"max-conns" env:"MUSTER_MAX_CONNS" default:"12000" group:"Limits" help:"Connections to the pages at the same time, in all."`
	MaxPerAddr int  `name:"max-per-address" env:"MUSTER_MAX_PER_ADDRESS" default:"2000" group:"Limits" help:"Connections to the pages at the same time from one address. A venue's Wi-Fi may put everybody behind one."`
	MaxViewers int  `name:"max-viewers" env:"MUSTER_MAX_VIEWERS" default:"10000" group:"Limits" help:"Live streams of pages at the same time. The rest of --max-conns is kept for tables and joining."`
	Groups     int  `name:"cached-groups" env:"MUSTER_CACHED_GROUPS" default:"1000" group:"Limits" help:"Groups whose state is kept in memory; others are read from the log when they are needed."`
}

// Values of [Config.TLS].
const (
	TLSOff  = "off"
	TLSSelf = "self"
	TLSFile = "file"
)

// Off is the value of [Config.Admin] that opens no address for operators.
const Off = "off"
