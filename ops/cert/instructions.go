package cert

import "fmt"

// Instructions says how phones come to trust the authority whose certificate is at path.
func Instructions(path string, ca []byte) string {
	return fmt.Sprintf(`The certificate of this server's authority is
  %s
with the SHA-256 fingerprint
  %s

Bring that file to each phone (by cable, AirDrop, Nearby Share or e-mail), compare the fingerprint
where the phone shows it, and install it:

iPhone and iPad
  1. Open the file. The phone says "Profile downloaded".
  2. Settings > General > VPN & Device Management > the profile "muster" > Install.
  3. Settings > General > About > Certificate Trust Settings > switch "muster" on.

Android
  1. Settings > Security & privacy > More > Encryption & credentials > Install a certificate > CA certificate.
  2. Choose "Install anyway", then the file. (The names of the steps differ a little by maker.)

Windows
  Double-click the file (rename it to ca.crt) > Install Certificate > Local Machine >
  Place all certificates in: Trusted Root Certification Authorities.

macOS
  Double-click the file > add it to the System keychain > open it > Trust > Always Trust.

Linux (Chromium, Firefox)
  Browser settings > Certificates > Authorities > Import > trust it for web sites.

After the event remove it in the same place. Whoever has ca-key.pem from the data directory can
pretend to be any site to these phones: keep that file where it is.

Phones that do not install it can use plain HTTP: start the server without --tls self.
`, path, Fingerprint(ca))
}
