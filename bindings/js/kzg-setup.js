// The points of Ethereum's KZG ceremony, 0.8 MB, which are loaded when this is imported.
import { bytesOf } from './lib/open.js';

export const setup = await bytesOf(new URL('./kzg-setup.bin', import.meta.url));
