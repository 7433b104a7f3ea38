// From twelve words to the 32 bytes that everything of an account follows from. Not the seed of BIP-39: clients of the
// family derive their own.
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';

const SALT = 'mnemonic';
const ROUNDS = 2048;
const SEED_BYTES = 32;
/** After which others get their turn, so that a page stays alive where this must run beside it. */
const TURN_MS = 10;

/** `passphrase` as `normalisePassphrase` gives it. */
export function deriveSeed(passphrase: string): Promise<Uint8Array> {
  return pbkdf2Async(sha256, passphrase, SALT, {
    c: ROUNDS,
    dkLen: SEED_BYTES,
    asyncTick: TURN_MS,
  });
}
