package pairing

import (
	"fmt"

	"github.com/muster-events/muster/engine"
)

// Codes of what cannot be paired.
const (
	CodeNobody      engine.Code = "nobody-to-pair"
	CodeNotInField  engine.Code = "not-in-the-field"
	CodeTwice       engine.Code = "twice-in-the-field"
	CodeNotPresent  engine.Code = "not-present"
	CodeSeatedTwice engine.Code = "seated-twice"
	CodeNoSuchMatch engine.Code = "no-such-match"
	CodeNotReady    engine.Code = "not-ready"
	CodeTieAtCut    engine.Code = "tie-at-the-cut"
)

func refuse(code engine.Code, format string, args ...any) error {
	return &engine.Refusal{Code: code, Says: fmt.Sprintf(format, args...)}
}

func malformed(format string, args ...any) error {
	return refuse(engine.CodeMalformed, format, args...)
}
