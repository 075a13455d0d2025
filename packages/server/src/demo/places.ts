/** First and last names that are common in a country. Their combinations are invented and do not refer to real people. */
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
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** A region of UN M49. */
  continent: 'Africa' | 'Americas' | 'Asia' | 'Europe' | 'Oceania';
  calling: number;
  /** The legal form after the name of a company in that country. */
  company: string;
  names: Names;
  /** How many customers are in that country. */
  customers: number;
};

export const home: Country = {
  code: 'NO',
  continent: 'Europe',
  calling: 47,
  company: 'AS',
  names: nordic,
  customers: 10,
};

export const countries: readonly Country[] = [
  home,
  { code: 'SE', continent: 'Europe', calling: 46, company: 'AB', names: nordic, customers: 9 },
  { code: 'DK', continent: 'Europe', calling: 45, company: 'A/S', names: nordic, customers: 6 },
  { code: 'FI', continent: 'Europe', calling: 358, company: 'Oy', names: finnish, customers: 6 },
  { code: 'DE', continent: 'Europe', calling: 49, company: 'GmbH', names: german, customers: 12 },
  { code: 'AT', continent: 'Europe', calling: 43, company: 'GmbH', names: german, customers: 3 },
  { code: 'CH', continent: 'Europe', calling: 41, company: 'AG', names: german, customers: 4 },
  { code: 'NL', continent: 'Europe', calling: 31, company: 'B.V.', names: dutch, customers: 6 },
  { code: 'BE', continent: 'Europe', calling: 32, company: 'NV', names: dutch, customers: 3 },
  { code: 'FR', continent: 'Europe', calling: 33, company: 'SARL', names: french, customers: 7 },
  { code: 'ES', continent: 'Europe', calling: 34, company: 'S.L.', names: iberian, customers: 5 },
  { code: 'PT', continent: 'Europe', calling: 351, company: 'Lda.', names: iberian, customers: 3 },
  { code: 'IT', continent: 'Europe', calling: 39, company: 'S.r.l.', names: italian, customers: 6 },
  { code: 'PL', continent: 'Europe', calling: 48, company: 'Sp. z o.o.', names: slavic, customers: 4 },
  { code: 'CZ', continent: 'Europe', calling: 420, company: 's.r.o.', names: slavic, customers: 3 },
  { code: 'GB', continent: 'Europe', calling: 44, company: 'Ltd', names: english, customers: 6 },
  { code: 'IE', continent: 'Europe', calling: 353, company: 'Ltd', names: english, customers: 2 },
  { code: 'US', continent: 'Americas', calling: 1, company: 'Inc.', names: english, customers: 5 },
  { code: 'CA', continent: 'Americas', calling: 1, company: 'Inc.', names: english, customers: 3 },
  { code: 'BR', continent: 'Americas', calling: 55, company: 'Ltda.', names: iberian, customers: 3 },
  { code: 'AU', continent: 'Oceania', calling: 61, company: 'Pty Ltd', names: english, customers: 3 },
  { code: 'IN', continent: 'Asia', calling: 91, company: 'Pvt Ltd', names: indian, customers: 3 },
  { code: 'JP', continent: 'Asia', calling: 81, company: 'K.K.', names: japanese, customers: 2 },
];

/** The first halves of company names. The combinations do not refer to real companies. */
export const companyNames = [
  'Alder', 'Birchfield', 'Cedar', 'Deltaline', 'Emberton', 'Fjordland', 'Granite', 'Harbourside', 'Juniper', 'Kestrel',
  'Lanternworks', 'Meridian', 'Northgate', 'Orchard', 'Pinewood', 'Quarry', 'Riverbend', 'Saltmarsh', 'Tamarack', 'Upland',
  'Vistaline', 'Willow', 'Yarrow', 'Zenith',
] as const; // prettier-ignore

export const companyTrades = {
  3: ['Distribution', 'Trading', 'Supply'],
  5: ['Machinery', 'Equipment', 'Conveyors'],
  7: ['Workshop', 'Metalworks', 'Engineering'],
  8: ['Design Office', 'Drawing Office', 'Consulting'],
  13: ['Energy', 'Power', 'Utilities'],
} as const;
