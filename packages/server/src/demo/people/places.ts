/** First and last names that are common in a country. The combinations of these names are invented and do not refer to real people. */
type Names = { first: readonly [string, ...string[]]; last: readonly [string, ...string[]] };

const nordic: Names = {
  first: ['Astrid', 'Bjørn', 'Eirik', 'Freja', 'Håkon', 'Ingrid', 'Lars', 'Maja', 'Nils', 'Sigrid', 'Søren', 'Åse'],
  last: ['Berg', 'Dahl', 'Engström', 'Holm', 'Lindqvist', 'Lund', 'Nygård', 'Sandvik', 'Strøm', 'Vik'],
};
const finnish: Names = {
  first: ['Aino', 'Eero', 'Helmi', 'Juhani', 'Kaisa', 'Mikko', 'Päivi', 'Ville'],
  last: ['Aalto', 'Hämäläinen', 'Koskinen', 'Laine', 'Mäkelä', 'Niemi', 'Salonen'],
};
const german: Names = {
  first: ['Anke', 'Bernd', 'Claudia', 'Dieter', 'Franziska', 'Jürgen', 'Katrin', 'Matthias', 'Sabine', 'Uwe'],
  last: ['Bauer', 'Becker', 'Fischer', 'Großmann', 'Hoffmann', 'Krüger', 'Müller', 'Schäfer', 'Weber', 'Zimmermann'],
};
const dutch: Names = {
  first: ['Anouk', 'Bram', 'Femke', 'Joris', 'Lotte', 'Maarten', 'Sanne', 'Thijs'],
  last: ['Bakker', 'de Boer', 'de Vries', 'Jansen', 'Meijer', 'Smit', 'van Dijk', 'Visser'],
};
const french: Names = {
  first: ['Amélie', 'Benoît', 'Camille', 'Émile', 'François', 'Hélène', 'Luc', 'Mathilde'],
  last: ['Bernard', 'Dubois', 'Fournier', 'Garnier', 'Lefèvre', 'Moreau', 'Rousseau', 'Simon'],
};
const iberian: Names = {
  first: ['Ana', 'Beatriz', 'Carlos', 'Inês', 'Javier', 'João', 'Lucía', 'Miguel', 'Sofía', 'Tomás'],
  last: ['Almeida', 'Costa', 'Fernández', 'García', 'Gonçalves', 'Martínez', 'Núñez', 'Pereira', 'Silva'],
};
const italian: Names = {
  first: ['Alessia', 'Bruno', 'Chiara', 'Davide', 'Elena', 'Matteo', 'Niccolò', 'Paola'],
  last: ['Bianchi', 'Conti', 'Esposito', 'Ferrari', 'Greco', 'Marino', 'Ricci', 'Russo'],
};
const slavic: Names = {
  first: ['Agnieszka', 'Jakub', 'Kateřina', 'Łukasz', 'Magdalena', 'Ondřej', 'Piotr', 'Tereza'],
  last: ['Dvořák', 'Horák', 'Kamińska', 'Kowalski', 'Novák', 'Svoboda', 'Wiśniewski', 'Zieliński'],
};
const english: Names = {
  first: ['Alice', 'Callum', 'Emily', 'George', 'Hannah', 'Jack', 'Laura', 'Oliver', 'Rachel', 'Thomas'],
  last: ['Baker', 'Clarke', 'Evans', 'Hughes', 'Mitchell', "O'Connor", 'Parker', 'Taylor', 'Turner', 'Wright'],
};
const indian: Names = {
  first: ['Aditi', 'Arjun', 'Kavya', 'Meera', 'Rahul', 'Vikram'],
  last: ['Chopra', 'Iyer', 'Mehta', 'Nair', 'Patel', 'Sharma'],
};
const japanese: Names = {
  first: ['Akira', 'Haruka', 'Kenji', 'Naoko', 'Satoshi', 'Yumi'],
  last: ['Ito', 'Kobayashi', 'Nakamura', 'Sato', 'Tanaka', 'Yamamoto'],
};

export type Country = {
  /** The code of the country (ISO 3166-1 alpha-2). */
  code: string;
  /** A continent as in UN M49. */
  continent: 'Africa' | 'Americas' | 'Asia' | 'Europe' | 'Oceania';
  callingCode: number;
  /** The legal form after the name of a company in that country. */
  companyForm: string;
  names: Names;
  /** How many customers are in that country. */
  customerCount: number;
};

export const homeCountry: Country = {
  code: 'NO',
  continent: 'Europe',
  callingCode: 47,
  companyForm: 'AS',
  names: nordic,
  customerCount: 10,
};

export const countries: readonly Country[] = [
  homeCountry,
  { code: 'SE', continent: 'Europe', callingCode: 46, companyForm: 'AB', names: nordic, customerCount: 9 },
  { code: 'DK', continent: 'Europe', callingCode: 45, companyForm: 'A/S', names: nordic, customerCount: 6 },
  { code: 'FI', continent: 'Europe', callingCode: 358, companyForm: 'Oy', names: finnish, customerCount: 6 },
  { code: 'DE', continent: 'Europe', callingCode: 49, companyForm: 'GmbH', names: german, customerCount: 12 },
  { code: 'AT', continent: 'Europe', callingCode: 43, companyForm: 'GmbH', names: german, customerCount: 3 },
  { code: 'CH', continent: 'Europe', callingCode: 41, companyForm: 'AG', names: german, customerCount: 4 },
  { code: 'NL', continent: 'Europe', callingCode: 31, companyForm: 'B.V.', names: dutch, customerCount: 6 },
  { code: 'BE', continent: 'Europe', callingCode: 32, companyForm: 'NV', names: dutch, customerCount: 3 },
  { code: 'FR', continent: 'Europe', callingCode: 33, companyForm: 'SARL', names: french, customerCount: 7 },
  { code: 'ES', continent: 'Europe', callingCode: 34, companyForm: 'S.L.', names: iberian, customerCount: 5 },
  { code: 'PT', continent: 'Europe', callingCode: 351, companyForm: 'Lda.', names: iberian, customerCount: 3 },
  { code: 'IT', continent: 'Europe', callingCode: 39, companyForm: 'S.r.l.', names: italian, customerCount: 6 },
  { code: 'PL', continent: 'Europe', callingCode: 48, companyForm: 'Sp. z o.o.', names: slavic, customerCount: 4 },
  { code: 'CZ', continent: 'Europe', callingCode: 420, companyForm: 's.r.o.', names: slavic, customerCount: 3 },
  { code: 'GB', continent: 'Europe', callingCode: 44, companyForm: 'Ltd', names: english, customerCount: 6 },
  { code: 'IE', continent: 'Europe', callingCode: 353, companyForm: 'Ltd', names: english, customerCount: 2 },
  { code: 'US', continent: 'Americas', callingCode: 1, companyForm: 'Inc.', names: english, customerCount: 5 },
  { code: 'CA', continent: 'Americas', callingCode: 1, companyForm: 'Inc.', names: english, customerCount: 3 },
  { code: 'BR', continent: 'Americas', callingCode: 55, companyForm: 'Ltda.', names: iberian, customerCount: 3 },
  { code: 'AU', continent: 'Oceania', callingCode: 61, companyForm: 'Pty Ltd', names: english, customerCount: 3 },
  { code: 'IN', continent: 'Asia', callingCode: 91, companyForm: 'Pvt Ltd', names: indian, customerCount: 3 },
  { code: 'JP', continent: 'Asia', callingCode: 81, companyForm: 'K.K.', names: japanese, customerCount: 2 },
];

/** The first halves of company names. The combinations do not refer to real companies. */
export const companyNames = [
  'Alder', 'Birchfield', 'Cedar', 'Deltaline', 'Emberton', 'Fjordland', 'Granite', 'Harbourside', 'Juniper', 'Kestrel',
  'Lanternworks', 'Meridian', 'Northgate', 'Orchard', 'Pinewood', 'Quarry', 'Riverbend', 'Saltmarsh', 'Tamarack', 'Upland',
  'Vistaline', 'Willow', 'Yarrow', 'Zenith',
] as const; // oxfmt-ignore

export const companyTrades = {
  3: ['Distribution', 'Trading', 'Supply'],
  5: ['Machinery', 'Equipment', 'Conveyors'],
  7: ['Workshop', 'Metalworks', 'Engineering'],
  8: ['Design Office', 'Drawing Office', 'Consulting'],
  13: ['Energy', 'Power', 'Utilities'],
} as const;
