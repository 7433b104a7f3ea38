import { expect, test } from 'vitest';
import { failedRequestLines, onFailedRequest, rememberFailure } from './failed-requests.ts';

const response = (url: string, status: number, requestId?: string) => ({
  url,
  status,
  headers: new Headers(requestId === undefined ? {} : { 'x-request-id': requestId }),
});

test('server errors are remembered for a while, without ids and titles', () => {
  const stop = new AbortController();
  const seen: number[] = [];
  onFailedRequest(({ status }) => seen.push(status), stop.signal);
  rememberFailure('GET', response('https://here.test/users/4b1d-77?title=Carnival', 500, 'r-1'));
  rememberFailure('GET', response('https://here.test/stream/aGVsbG8/index.m3u8', 502, 'r-2'));
  rememberFailure('GET', response('https://here.test/meta', 404, 'r-3'));
  rememberFailure('GET', response('https://other.test/meta', 500));
  rememberFailure('GET', response('https://other.test/meta', 500, '<b>'));
  stop.abort();
  rememberFailure('POST', response('https://here.test/links', 503, 'r-4'));
  expect(seen).toEqual([500, 502]);
  expect(failedRequestLines()).toEqual([
    'POST /links: 503, request ID r-4',
    'GET /stream/:id/:id: 502, request ID r-2',
    'GET /users/:id: 500, request ID r-1',
  ]);
  expect(failedRequestLines(Date.now() + 120_000)).toEqual([]);
});
