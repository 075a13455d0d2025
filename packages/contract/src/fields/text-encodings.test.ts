import { describe, expect, test } from 'vitest';
import { decodeText, detectEncodings, type TextEncoding } from './text-encodings.ts';

/** Encodes a text in a code page, by the characters that its 256 bytes decode to. */
function encode(text: string, encoding: TextEncoding): Uint8Array {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const characters = bytes.map((byte) => decodeText(Uint8Array.of(byte), encoding));
  return Uint8Array.from(text, (character) => characters.indexOf(character));
}

const german = 'JM;Jürgen;Größmann;Grün & Söhne\r\n';
const polish = 'c02@csv.example;Łukasz;Żółć;+49 30;Zakład Łódź Sp. z o.o.;PL\r\n';
const russian = 'c04@csv.example;Иван;Петров;ООО Завод;KZ\r\n';
const greek = 'c05@csv.example;Γιώργος;Παπαδόπουλος;Αθήνα\r\n';
const turkish = 'c03@csv.example;İbrahim;Şahingöz;Işık Çelik A.Ş.;TR\r\n';
const header = 'login;firstName;lastName\r\n';

describe('the encoding of a file', () => {
  test.each<[string, TextEncoding, string]>([
    ['German', 'windows-1252', german],
    ['German of a Mac', 'macintosh', german],
    ['Polish', 'windows-1250', polish],
    ['Russian', 'windows-1251', russian],
    ['Greek', 'windows-1253', greek],
    ['more Greek', 'windows-1253', 'Δημήτρης;Νικολάου;Χαλυβουργία;Θεσσαλονίκη\r\n'],
    ['Ukrainian', 'windows-1251', 'ТОВ Завод;Олексій;Шевченко;Київ\r\n'],
    ['Bulgarian', 'windows-1251', 'Иван;Георгиев;ЕООД Стомана;София\r\n'],
    ['Serbian', 'windows-1251', 'Никола;Јовановић;Београд\r\n'],
    ['French of a Mac', 'macintosh', 'Françoise;Lefèvre;Bâtiments Hélène;Besançon\r'],
    ['Spanish of a Mac', 'macintosh', 'Íñigo;Muñoz;Diseños Peña;Logroño\r'],
  ])('%s names in %s are read without a question', (_, encoding, text) => {
    // Spreadsheet programs end the lines of a file for a Mac with CR.
    const file = encoding === 'macintosh' ? (header + text).replaceAll(/\r?\n/g, '\r') : header + text;
    const bytes = encode(file, encoding);
    const encodings = detectEncodings(bytes);
    expect(encodings).toHaveLength(1);
    expect(decodeText(bytes, encodings[0])).toBe(file);
  });

  test.each<[TextEncoding, string, TextEncoding[]]>([
    ['windows-1254', turkish, ['windows-1252', 'windows-1250', 'windows-1254']],
    ['windows-1250', 'Dvořák;Jiří;Plzeň\n', ['windows-1252', 'windows-1250']],
    ['windows-1252', 'Hélène;Lefèvre;Orléans\n', ['windows-1252', 'windows-1250']],
    ['windows-1252', 'Bjørn;Sørensen;Køge\n', ['windows-1252', 'windows-1250']],
    ['macintosh', 'Jürgen;Lübeck\n', ['windows-1250', 'macintosh', 'windows-1252', 'iso-8859-2', 'windows-1251']],
    ['windows-1250', 'Győző;Szűcs;Erdős és Társa Kft.;Győr\r\n', ['windows-1252', 'windows-1250']],
    ['windows-1250', 'Željko;Šimić;Đurđevac;Čakovec\r\n', ['windows-1252', 'windows-1250']],
    ['windows-1250', 'Ştefan;Ţurcanu;Oţelărie Braşov;Iaşi\r\n', ['windows-1252', 'windows-1250', 'windows-1254']],
    ['windows-1252', 'Íñigo;Muñoz;Diseños Peña;Logroño\r\n', ['windows-1252', 'windows-1250']],
    ['windows-1252', 'João;Conceição;Construções Simões\r\n', ['windows-1252', 'windows-1250']],
  ])('names that several encodings could mean are a question: %s, %j', (encoding, text, encodings) => {
    expect(detectEncodings(encode(header + text, encoding))).toEqual(encodings);
  });

  test.each([
    ['Czech in ISO 8859-2', 'Tomá¹;Rù¾ièka;Plzeò\n©árka;®i¾ková;Ostrava'],
    ['Slovak in ISO 8859-2', '¥ubomír;©»astný;Ko¹ice Oceµ\n®ofia;Kováèová;®ilina'],
    ['Croatian of a Mac', 'Kre¹imir;Ðokiæ;®eljezara\nMiæo;®uniæ;Èakovec'],
    [
      'French in ISO 8859-15',
      'C½ur;Ménager;Orléans\nHélène;Lefèvre;Bâtiments\nFrançoise;Béranger;Besançon\nNoël;Gérard;Étampes\nLoïc;Guérin;Nîmes',
    ],
    ['Swedish of DOS', '\x8Fke;Sj\x94gren;Malm\x94\nBj\x94rn;\x8Fkesson;V\x84xj\x94'],
    ['Danish of DOS', 'M\x91rsk;R\x9Br;\x8Frhus\nS\x9Bren;Kj\x91r;K\x9Bge'],
    ['Turkish of DOS', 'Ay\x9Fe;Y\x8Dld\x8Dz;\x80anakkale\n\x9E\x81kr\x81;Do§an;I§d\x8Dr'],
    ['Slovak of DOS', 'Oce\x96;Koçice;¦ilina'],
    ['Lithuanian of DOS', 'EglÓ;PetraitÓ;¾iauliai'],
    ['Slovak of a Mac', '»udmila;ë\x87kov\x87;Koäice'],
    ['Russian of a Mac', '\x84ìèòðèé;\x91îêîëîâ;\x87àâîä'],
    ['Greek in ISO 8859-7', '¶ííá;¼ìçñïò;ÁèÞíá\nÃéþñãïò;Ðáðáäüðïõëïò;Èåóóáëïíßêç'],
    ['Hebrew in Windows-1255', 'éåñó;îæøçé;ùøä ìåé\nãåã;ëäï;îôòì'],
    ['Hebrew in ISO 8859-8', 'éåñó;îæøçé;ùøä ìåé'],
    ['Latvian in ISO 8859-4', '«irts;Óºniñ¹;Rïga\n®anis;©óºle;Cºsis'],
    ['Lithuanian in ISO 8859-10', 'ªar¾nas;¬ukauskas;ªiauliai'],
    ['Latvian in Windows-1257', 'Jânis;Bçrziòð;Rîga\nLîga;Kalniòa;Cçsis'],
    ['Ukrainian in KOI8-U', 'ïÌÅËÓ¦Ê;ûÅ×ÞÅÎËÏ;ëÉ§×'],
    ['Russian in ISO 8859-5', '¸ÒÐÝ;¿ÕâàÞÒ;·ÐÒÞÔ'],
    ['Russian of DOS', '\x88¢\xA0\xAD;\x8F¥âà®¢;\x87\xA0¢®¤'],
    ['Bulgarian of DOS', '¸ë\xA0Ô;\xAD¨Öá¬·¨ë;äÖª·Þ'],
    ['Greek of DOS', '\x82\xA0é¨\x9A¦ª;\x8F\x98§\x98\x9Bæ§¦¬¢¦ª;\x80\x9Fã¤\x98'],
    ['Arabic in Windows-1256', 'ãÍãÏ;Úáí;ãÕäÚ ÇáÍÏíÏ'],
    ['Thai in Windows-874', 'ÊÁªÒÂ;ã¨´Õ;ºÃÔÉÑ·'],
    ['Korean in EUC-KR', '±èÃ¶¼ö;ÀÌ¿µÈñ;¼\xAD¿ï'],
    ['Chinese in GB 18030', 'ÍõÎ°;¸ÖÌú¹«Ë¾;±±¾©'],
    ['Chinese in Big5', '³¯¤j¤å;»OÆW¿ûÅK;ªL¬ü¬Â'],
    ['Japanese in Shift JIS', '\x91¾\x98Y;\x8ER\x93c;\x93\x8C\x8B\x9E'],
    ['Japanese in EUC-JP', 'ÎëÌÚ;°ìÏº;Åìµþ'],
  ])('%s is a question, because another code page makes words of the same bytes, or none does (T982)', (_, bytes) => {
    const file = Uint8Array.from(`${header}${bytes}`, (character) => character.charCodeAt(0));
    expect(detectEncodings(file).length).toBeGreaterThan(1);
  });

  test('a single word whose letters could be of two alphabets is a question', () => {
    const bytes = encode('login;firstName\r\na@x.example;Żółć', 'windows-1250');
    expect(detectEncodings(bytes)).toEqual(expect.arrayContaining(['windows-1250', 'windows-1251']));
  });

  const wide = (text: string, isLittle: boolean) =>
    Uint8Array.from(
      Array.from(text, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
        isLittle ? [unit % 256, unit >> 8] : [unit >> 8, unit % 256],
      ),
    );
  const utf8 = (text: string) => Uint8Array.from(unescape(encodeURIComponent(text)), (byte) => byte.charCodeAt(0));

  test.each<[string, Uint8Array, TextEncoding]>([
    ['UTF-8', utf8(header + polish), 'utf-8'],
    ['UTF-8 with a byte-order mark', utf8(`\uFEFF${header}${polish}`), 'utf-8'],
    ['UTF-16 of Windows', wide(`\uFEFF${header}${polish}`, true), 'utf-16le'],
    ['UTF-16 of Windows without a byte-order mark', wide(header + polish, true), 'utf-16le'],
    ['UTF-16 with the high byte first', wide(`\uFEFF${header}${polish}`, false), 'utf-16be'],
    ['UTF-16 with the high byte first, without a byte-order mark', wide(header + polish, false), 'utf-16be'],
  ])('%s is certain', (_, bytes, encoding) => {
    expect(detectEncodings(bytes)).toEqual([encoding]);
    expect(decodeText(bytes, encoding)).toBe(header + polish);
  });

  test('a file of ASCII is UTF-8, and a letter after many lines still counts', () => {
    expect(detectEncodings(utf8(header))).toEqual(['utf-8']);
    const bytes = encode(german.repeat(1500) + polish, 'windows-1250');
    expect(detectEncodings(bytes)).toEqual(['windows-1250']);
  });
});
