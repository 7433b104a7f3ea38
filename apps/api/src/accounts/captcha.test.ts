import { expect, test } from 'vitest';
import { createCaptcha, type CaptchaOptions } from './captcha.ts';

const options: CaptchaOptions = {
  provider: 'turnstile',
  url: 'https://captcha.test',
  secret: 'a secret',
  minScore: 0.5,
  hostnames: [],
  timeoutMs: 1,
  fetch: () => Promise.reject(new Error('nobody asked')),
  warn: () => undefined,
};

test('a request to a silent captcha service times out', async () => {
  const messages: string[] = [];
  const captcha = createCaptcha({
    ...options,
    fetch: (_, { signal }) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(new Error('too slow')));
      }),
    warn: (message) => void messages.push(message),
  });
  await expect(captcha.check('token')).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 10,
  });
  expect(messages).toEqual(['captcha for an account not verified: too slow']);
});

test('a token keeps its characters when it is sent as a form', async () => {
  const forms: URLSearchParams[] = [];
  const captcha = createCaptcha({
    ...options,
    fetch: async (_, { body }) => {
      forms.push(new URLSearchParams(body));
      return { body: '{"success":true}' };
    },
  });
  await captcha.check('a&secret=other');
  expect(forms.map((form) => [form.getAll('secret'), form.get('response')])).toEqual([
    [['a secret'], 'a&secret=other'],
  ]);
});
