import { expect, it } from 'vitest';
import { sharedBuffersMiB } from './server.ts';

const mebibytes = (count: number) => count * 1024 ** 2;

it.each([
  { total: 512, limit: 0, expected: 128 },
  { total: 3_900, limit: 0, expected: 128 },
  { total: 4_096, limit: 0, expected: 256 },
  { total: 7_900, limit: 0, expected: 384 },
  { total: 64_000, limit: 0, expected: 1024 },
  { total: 64_000, limit: 2_048, expected: 128 },
  { total: 2_048, limit: 2 ** 43, expected: 128 },
])(
  "gives PostgreSQL $expected MiB of shared buffers with $total MiB of memory and a container's limit of $limit MiB",
  (row) => {
    const memory = { totalBytes: mebibytes(row.total), limitBytes: mebibytes(row.limit) };
    expect(sharedBuffersMiB(memory)).toBe(row.expected);
  },
);
