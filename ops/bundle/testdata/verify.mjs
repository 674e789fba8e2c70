// Checks a bundle with nothing but what Node brings along: the tree of its commits, its tiles, and the
// signature of its checkpoint. Usage: node verify.mjs FILE. Prints origin, size and root; exits with 1
// and a reason if something does not fit.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const fail = (why) => { console.error(why); process.exit(1); };
const sha256 = (...parts) => parts.reduce((h, p) => h.update(p), createHash('sha256')).digest();

// members reads the directory at the archive's end.
function members(file) {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const out = new Map();
  let at = file.readUInt32LE(end + 16);
  for (let n = file.readUInt16LE(end + 10); n > 0; n--) {
    const nameLen = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLen);
    const local = file.readUInt32LE(at + 42);
    const data = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(data, data + file.readUInt32LE(at + 20));
    out.set(name, file.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed);
    at += 46 + nameLen + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return out;
}

const files = members(readFileSync(process.argv[2]));
const checkpoint = files.get('checkpoint').toString();
const [text, signatures] = checkpoint.split('\n\n');
const [origin, size, root] = text.split('\n');

// The key: name+hash+base64 of a byte for its kind and the public half.
const vkey = files.get('keys/log.vkey').toString().trim();
const [name, hash, ...rest] = vkey.split('+');
const key = Buffer.from(rest.join('+'), 'base64');
if (name !== origin || key[0] !== 1) fail('the key is not an Ed25519 key of the origin');
if (sha256(`${name}\n`, key).subarray(0, 4).toString('hex') !== hash) fail('the key has another hash');
const line = signatures.split('\n').find((l) => l.startsWith(`\u2014 ${name} `));
if (!line) fail('the log has not signed');
const signature = Buffer.from(line.split(' ')[2], 'base64');
if (signature.subarray(0, 4).toString('hex') !== hash) fail('the signature is by another key');
const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.subarray(1)]);
const pub = createPublicKey({ key: spki, format: 'der', type: 'spki' });
if (!verify(null, Buffer.from(`${text}\n`), pub, signature.subarray(4))) fail('the signature is wrong');

// The tree, by its definition: split at the greatest power of two below the size.
const commits = files.get('commits.jsonl');
const leaves = [];
for (let from = 0; from < commits.length;) {
  const to = commits.indexOf(10, from);
  leaves.push(sha256(Buffer.from([0]), commits.subarray(from, to)));
  from = to + 1;
}
function treeOf(from, to) {
  if (to - from === 1) return leaves[from];
  let k = 1;
  while (k * 2 < to - from) k *= 2;
  return sha256(Buffer.from([1]), treeOf(from, from + k), treeOf(from + k, to));
}
if (leaves.length !== Number(size)) fail(`${leaves.length} commits, the checkpoint is of ${size}`);
if (treeOf(0, leaves.length).toString('base64') !== root) fail('the commits have another root');

// Tiles of the leaves, by their paths.
for (let n = 0; n * 256 < leaves.length; n++) {
  const hashes = leaves.slice(n * 256, n * 256 + 256);
  let path = String(n % 1000).padStart(3, '0');
  for (let m = Math.floor(n / 1000); m > 0; m = Math.floor(m / 1000)) path = `x${String(m % 1000).padStart(3, '0')}/${path}`;
  const tile = files.get(`tile/0/${path}${hashes.length < 256 ? `.p/${hashes.length}` : ''}`);
  if (!tile || !tile.equals(Buffer.concat(hashes))) fail(`tile ${n} of the leaves is not what the commits say`);
}
console.log(`${origin} ${size} ${root}`);
