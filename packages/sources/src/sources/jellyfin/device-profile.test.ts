import { CAPABILITIES } from '@matinee/shared/media/capabilities';
import { describe, expect, test } from 'vitest';
import { bitDepthOf, deviceProfile } from './device-profile.ts';

describe('the profile of a browser', () => {
  test('that says nothing is what every browser plays', () => {
    const { DirectPlayProfiles, TranscodingProfiles, CodecProfiles } = deviceProfile();
    expect(DirectPlayProfiles).toEqual([
      { Type: 'Video', Container: 'mp4,m4v', VideoCodec: 'h264', AudioCodec: 'aac,mp3' },
      { Type: 'Video', Container: 'webm', VideoCodec: 'vp8,vp9,av1', AudioCodec: 'vorbis,opus' },
    ]);
    expect(TranscodingProfiles).toMatchObject([
      { Container: 'ts', VideoCodec: 'h264', AudioCodec: 'aac,mp3', MaxAudioChannels: '2' },
    ]);
    expect(CodecProfiles.map(({ Codec }) => Codec)).toEqual(['h264']);
  });

  test('that plays HEVC in 10 bits and E-AC-3 keeps both, and all channels', () => {
    const { DirectPlayProfiles, TranscodingProfiles, CodecProfiles } = deviceProfile([
      'avc',
      'hevc',
      'hevc-10',
      'aac',
      'ac3',
      'eac3',
      'surround',
    ]);
    expect(DirectPlayProfiles).toMatchObject([
      { Container: 'mp4,m4v', VideoCodec: 'h264,hevc', AudioCodec: 'aac,ac3,eac3' },
    ]);
    expect(TranscodingProfiles).toMatchObject([
      {
        Container: 'mp4',
        VideoCodec: 'h264,hevc',
        AudioCodec: 'aac,mp3,ac3,eac3',
        MaxAudioChannels: '6',
      },
      { Container: 'ts', VideoCodec: 'h264', MaxAudioChannels: '6' },
    ]);
    const [h264, hevc] = CodecProfiles.map(({ Conditions }) =>
      Object.fromEntries(Conditions.map(({ Property, Value }) => [Property, Value])),
    );
    expect(h264).toMatchObject({ VideoBitDepth: '8', VideoLevel: '42' });
    expect(hevc).toEqual({ VideoBitDepth: '10', VideoRangeType: 'SDR|DOVIWithSDR' });
  });

  test('with a display for HDR keeps it', () => {
    const { CodecProfiles } = deviceProfile(CAPABILITIES);
    expect(JSON.stringify(CodecProfiles)).not.toContain('VideoRangeType');
    expect(bitDepthOf('h264', CAPABILITIES)).toBe(10);
  });
});
