import { expect, test } from 'vitest';
import { factTexts } from './fact-texts.ts';

test('facts get their units, and lose them in their names', () => {
  const facts = {
    sizeBytes: 8_300_000,
    freeBytes: 120_500_000_000,
    latencyMs: 1.234,
    limitMs: 15_000,
    ageMinutes: 14.2,
    ageHours: 30,
    validDays: 61,
    found: 1234,
    host: 'movies.example.org',
    date: '2026-11-20',
  };
  expect(factTexts(facts, 'en')).toEqual({
    size: '8 MB',
    free: '120.5 GB',
    latency: '1.2 ms',
    limit: '15 seconds',
    age: '30 hours',
    valid: '61 days',
    found: '1,234',
    host: 'movies.example.org',
    date: 'November 20, 2026',
  });
  expect(factTexts({ ageMinutes: 14.2 }, 'de')).toEqual({ age: '14 Minuten' });
  expect(factTexts({ date: '2026-11-20' }, 'de')).toEqual({ date: '20. November 2026' });
  expect(factTexts({ validDays: 0.5 }, 'en')).toEqual({ valid: '12 hours' });
});
