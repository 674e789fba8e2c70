package projections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/campaign"
	"github.com/muster-events/muster/projections/history"
)

// bucketCampaigns holds gathering → campaign → campaign.Stored.
var bucketCampaigns = []byte("campaigns")

// campaigns keeps what the log of every campaign says.
type campaigns struct{ kept kept[campaign.Stored] }

func newCampaigns() *campaigns { return &campaigns{} }

// Name implements Projection.
func (*campaigns) Name() string { return "campaign.1" }

// Begin implements Projection.
func (p *campaigns) Begin(tx *bbolt.Tx) (Batch, error) {
	if _, err := tx.CreateBucketIfNotExists(bucketCampaigns); err != nil {
		return nil, err
	}
	return &campaignBatch{p: p, tx: tx, now: map[events.StreamID]campaign.Stored{}}, nil
}

type campaignBatch struct {
	p   *campaigns
	tx  *bbolt.Tx
	now map[events.StreamID]campaign.Stored
}

// Apply implements Batch.
func (b *campaignBatch) Apply(r events.Recorded, ps []events.Payload) error {
	if r.Stream.Kind != events.KindCampaign {
		return nil
	}
	s, ok := b.now[r.Stream]
	if !ok {
		var err error
		if s, err = b.load(r.Stream); err != nil {
			return err
		}
	}
	b.now[r.Stream] = campaign.Apply(s, r, ps)
	return nil
}

func (b *campaignBatch) load(id events.StreamID) (campaign.Stored, error) {
	if s, ok := b.p.kept.get(id); ok {
		return s, nil
	}
	s, err := readCampaign(b.tx, id)
	if errors.Is(err, ErrNotFound) {
		return campaign.New(id.Gathering, id.Group), nil
	}
	return s, err
}

// Flush implements Batch.
func (b *campaignBatch) Flush() error {
	for id, s := range b.now {
		in, err := makeNested(b.tx, bucketCampaigns, []byte(id.Gathering))
		if err != nil {
			return err
		}
		doc, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("campaign %s: %w", id, err)
		}
		if err := in.Put([]byte(id.Group), doc); err != nil {
			return err
		}
	}
	return nil
}

// Committed implements Batch.
func (b *campaignBatch) Committed() { b.p.kept.put(b.now) }

func readCampaign(tx *bbolt.Tx, id events.StreamID) (campaign.Stored, error) {
	var s campaign.Stored
	doc := get(tx, bucketCampaigns, []byte(id.Gathering), []byte(id.Group))
	if doc == nil {
		return s, ErrNotFound
	}
	if err := json.Unmarshal(doc, &s); err != nil {
		return s, fmt.Errorf("campaign %s: %w", id, err)
	}
	return s, nil
}

// Campaign returns the log of a campaign, or [ErrNotFound].
func (r *Reader) Campaign(ctx context.Context, g events.GatheringID, id events.GroupID) (campaign.View, error) {
	s, err := storedOf(ctx, r.run, r.campaigns, nil, events.Campaign(g, id), readCampaign)
	if err != nil {
		return campaign.View{}, err
	}
	return campaign.Of(s), nil
}

// Campaigns returns the logs of all campaigns of a gathering, by name and then id; none for a gathering
// without any.
func (r *Reader) Campaigns(ctx context.Context, g events.GatheringID) ([]campaign.View, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var out []campaign.View
	err := r.campaigns.f.view(func(tx *bbolt.Tx) error {
		return scan(nested(tx, bucketCampaigns, []byte(g)), nil, func(k, v []byte) error {
			var s campaign.Stored
			if err := json.Unmarshal(v, &s); err != nil {
				return fmt.Errorf("campaign %s: %w", k, err)
			}
			out = append(out, campaign.Of(s))
			return nil
		})
	})
	slices.SortFunc(out, func(a, b campaign.View) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	return out, err
}

// CampaignHistory returns up to limit lines (at most [MaxLines]) of a campaign before a position of the
// gathering's log (0: from the end), latest first, or [ErrNotFound].
func (r *Reader) CampaignHistory(ctx context.Context, g events.GatheringID, id events.GroupID, before events.Position, limit int) ([]history.Line, error) {
	return r.lines(ctx, events.Campaign(g, id), before, limit)
}
