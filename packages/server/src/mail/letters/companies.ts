import { formatMoment, toPlainLine } from '#server/platform/texts/formats.ts';
import { createTokenLink, type LetterContent, type LetterOf } from '../letter.ts';

export const companyInvitation = (letter: LetterOf<'companyInvitation'>): LetterContent => {
  const company = toPlainLine(letter.company);
  return {
    subject: `Join ${company}`,
    blocks: [
      letter.role === 'manager'
        ? `${toPlainLine(letter.by.name)} invites you to manage the PCs and licences of ${company}.`
        : `${toPlainLine(letter.by.name)} invites you to ${company}. You can then use its licences on your PCs.`,
      createTokenLink(letter, `Join ${company}`),
      {
        is: 'note',
        text: `Sign in with the account of this address, or request one first. The link works once, until ${formatMoment(letter.validUntil)}. If you do not know this company, ignore this e-mail.`,
      },
    ],
  };
};

export const companyRecovery = ({ company, manager, effectiveAt }: LetterOf<'companyRecovery'>): LetterContent => ({
  subject: `A new manager for ${toPlainLine(company)}`,
  blocks: [
    `Our staff were asked to make ${toPlainLine(manager.name)} a manager of ${toPlainLine(company)}. This happens on ${formatMoment(effectiveAt)}.`,
    'If this is not right, a manager of the company can stop it before then. Everybody else can write to us.',
    { is: 'link', label: 'Open the company', path: '/company' },
  ],
});

export const agentProposed = (letter: LetterOf<'agentProposed'>): LetterContent => {
  const { company, agent } = toPlainNames(letter);
  return {
    subject: `${agent} as your agent`,
    blocks: [
      `Our staff propose ${agent} as the agent of ${company}. An agent sees the PCs and licences of your company, and issues and renews licences for it. It does not see your addresses.`,
      'Nothing happens until a manager of your company agrees. You can end an agent at any time.',
      { is: 'link', label: 'Open the company', path: '/company' },
    ],
  };
};

export const agentChanged = (letter: LetterOf<'agentChanged'>): LetterContent => {
  const { company, agent } = toPlainNames(letter);
  const isAccepted = letter.state === 'accepted';
  return {
    subject: isAccepted ? `${agent} is the agent of ${company}` : `${agent} is no longer the agent of ${company}`,
    blocks: [
      isAccepted
        ? `${agent} now issues and renews licences for ${company}.`
        : `${agent} no longer sees the PCs and licences of ${company}. Licences that were issued stay valid, and PCs that were moved stay with ${company}.`,
      { is: 'link', label: 'Open the company', path: '/company' },
    ],
  };
};

export const pcsReceived = (letter: LetterOf<'pcsReceived'>): LetterContent => {
  const { company, agent } = toPlainNames(letter);
  const tool = toPlainLine(letter.tool);
  return {
    subject: `More PCs for ${company}`,
    blocks: [
      `${agent} moved ${letter.moved} PCs of ${tool} to ${company}. ${company} can now license ${letter.pcs} PCs with it.`,
      { is: 'link', label: 'Open the company', path: '/company' },
    ],
  };
};

const toPlainNames = ({ company, agent }: { company: string; agent: string }) => ({
  company: toPlainLine(company),
  agent: toPlainLine(agent),
});
