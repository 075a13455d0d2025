import { expect, test } from 'vitest';
import { readFileName } from './file-name.ts';

test.each([
  ['attachment; filename="Basics_blue_PC.lic"', 'Basics_blue_PC.lic'],
  ['attachment; filename=plain.lic', 'plain.lic'],
  ['attachment;FileName = "spaced.lic" ; size=3', 'spaced.lic'],
  ['attachment; filename="a \\"quoted\\" name.lic"', 'a "quoted" name.lic'],
  ["attachment; filename*=UTF-8''Basics_B%C3%BCro%20%E2%82%AC.lic", 'Basics_Büro €.lic'],
  ['attachment; filename="fallback.lic"; filename*=UTF-8\'\'w%C3%A4hlt.lic', 'wählt.lic'],
  ["attachment; filename*=utf-8'en'lang.lic", 'lang.lic'],
  ['attachment; filename="good.lic"; filename*=UTF-8\'\'%E0%A4%A', 'good.lic'],
  ['attachment; filename="good.lic"; filename*=ISO-8859-1\'\'bad.lic', 'good.lic'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\Windows\\\\x.lic"', 'x.lic'],
])('the Content-Disposition %s gives the file name %s (T056)', (disposition, fileName) => {
  expect(readFileName(disposition, 'download')).toBe(fileName);
});

test.each([null, '', 'attachment', 'attachment; filename=""', 'inline; filename="folder/"'])(
  '%s has no file name, so the fallback is used',
  (disposition) => {
    expect(readFileName(disposition, 'download')).toBe('download');
  },
);
