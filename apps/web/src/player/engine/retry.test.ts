import { expect, test } from 'vitest';

import { mediaError, retryStep } from './retry.ts';
import type { PlaybackInterruption } from './retry.ts';

const NETWORK = 2;
const DECODE = 3;
const UNSUPPORTED = 4;
const fresh: PlaybackInterruption = {
  code: NETWORK,
  probe: { at: 'unreachable' },
  waits: 0,
  hasLoaded: true,
  hasPlayedWell: false,
  hasStalled: false,
};
const busy = { at: 'busy', status: 502 } as const;
const refused = { at: 'denied', status: 403 } as const;
const media = { at: 'media' } as const;

test.each<[string, Partial<PlaybackInterruption>, object]>([
  ['the server is unreachable', {}, { do: 'wait', ms: 1_000 }],
  ['the server is unreachable for the fourth time', { waits: 3 }, { do: 'wait', ms: 8_000 }],
  [
    'the server is unreachable for the fifth time',
    { waits: 4 },
    { do: 'fail', key: 'errorNetwork' },
  ],
  ['this browser is offline', { probe: { at: 'offline' }, waits: 9 }, { do: 'wait-online' }],
  ['the server responds with an error', { probe: busy }, { do: 'wait', ms: 1_000 }],
  [
    'the server still responds with an error',
    { probe: busy, waits: 4 },
    { do: 'fail', key: 'errorServer' },
  ],
  ...[429, 503].map((status): [string, Partial<PlaybackInterruption>, object] => [
    `the server is still too busy (${status})`,
    { probe: { at: 'busy', status }, waits: 4 },
    { do: 'fail', key: 'errorBusy' },
  ]),
  ['access is denied', { probe: refused }, { do: 'wait', ms: 1_000 }],
  ['access is denied twice', { probe: refused, waits: 1 }, { do: 'fail', key: 'errorForbidden' }],
  [
    'the file is gone',
    { probe: { at: 'denied', status: 404 }, waits: 1 },
    { do: 'fail', key: 'errorMissing' },
  ],
  ['the response is a web page', { probe: { at: 'page' } }, { do: 'fail', key: 'errorNotVideo' }],
  ['the request hangs', { probe: media, hasStalled: true }, { do: 'wait', ms: 1_000 }],
  [
    'the request hangs for the third time',
    { probe: media, hasStalled: true, waits: 2 },
    { do: 'fail', key: 'errorNetwork' },
  ],
  [
    'the format is unknown',
    { probe: media, code: UNSUPPORTED, hasLoaded: false },
    { do: 'fail', key: 'errorNotSupported' },
  ],
  [
    'a start failed that worked before',
    { probe: media, code: UNSUPPORTED },
    { do: 'wait', ms: 1_000 },
  ],
  [
    'a frame is corrupt after a while',
    { probe: media, code: DECODE, hasPlayedWell: true },
    { do: 'restart' },
  ],
  ['a frame is corrupt again', { probe: media, code: DECODE }, { do: 'fail', key: 'errorDecode' }],
])('%s', (_what, change, step) => {
  expect(retryStep({ ...fresh, ...change })).toEqual(step);
});

test.each([
  [1, 'MEDIA_ERR_ABORTED', 'errorAborted'],
  [2, 'MEDIA_ERR_NETWORK', 'errorNetwork'],
  [3, 'MEDIA_ERR_DECODE', 'errorDecode'],
  [4, 'MEDIA_ERR_SRC_NOT_SUPPORTED', 'errorNotSupported'],
  [9, 'MEDIA_ERR_GENERIC', 'errorGenericMedia'],
])('code %i is called %s', (code, errorName, key) => {
  expect(mediaError({ code, message: '' })).toEqual({ type: 'htmlvideo', errorName, key });
});

test('an element that fails without a reason has a generic error', () => {
  expect(mediaError(null)).toMatchObject({ errorName: 'MEDIA_ERR_GENERIC' });
});
