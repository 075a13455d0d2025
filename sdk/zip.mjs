// SPDX-License-Identifier: Apache-2.0
import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 1980, so that the same files always give the same archive. */
const date = 33;

/**
 * Creates a ZIP archive (APPNOTE.TXT 4.3) of files with names in ASCII. The packages of Go and NuGet are such archives.
 * @param {readonly (readonly [name: string, content: string | Uint8Array])[]} files
 */
export function createZip(files) {
  let offset = 0;
  /** @type {Buffer[]} */
  const directory = [];
  const parts = files.map(([name, content]) => {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), common, position, Buffer.from(name)]),
    );
    const part = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed]);
    offset += part.length;
    return part;
  });
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
