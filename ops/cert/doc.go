// Package cert makes the certificate of `--tls self`: an authority of the venue's own, kept in the
// data directory for ten years, and a certificate of the server signed by it, made anew when the
// machine's addresses change or it is about to run out. Phones trust it once the authority's
// certificate is installed; [Instructions] says how.
package cert
