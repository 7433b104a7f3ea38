import type { Locator } from '@playwright/test';
import decodeQR from 'qr/decode.js';

/** Decodes the screenshot like a camera. */
export async function readQr(image: Locator): Promise<string> {
  const png = await image.screenshot();
  const { width, height, pixels } = await image.page().evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return { width: image.width, height: image.height, pixels: [...data] };
  }, png.toString('base64'));
  return decodeQR({ width, height, data: Uint8Array.from(pixels) });
}
