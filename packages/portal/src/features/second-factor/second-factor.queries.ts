import type { Body } from '@basics/contract/calls/endpoint.ts';
import { secondFactor, type ProofOfPerson } from '@basics/contract/second-factor/second-factor.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export const ownFactors = queryOptions({
  queryKey: ['secondFactors'],
  queryFn: ({ signal }) => call(secondFactor.list, { signal }),
});

export const beginTotp = (proof: ProofOfPerson) => call(secondFactor.beginTotp, { body: proof });

export const confirmTotp = (id: number, code: string) =>
  call(secondFactor.confirmTotp, { params: { id }, body: { code } });

export const beginPasskey = (proof: ProofOfPerson) => call(secondFactor.beginPasskey, { body: proof });

export const addPasskey = (body: Body<typeof secondFactor.addPasskey>) => call(secondFactor.addPasskey, { body });

export const renameFactor = (id: number, name: string) => call(secondFactor.rename, { params: { id }, body: { name } });

export const removeFactor = (id: number, proof: ProofOfPerson) =>
  call(secondFactor.remove, { params: { id }, body: proof });

export const renewRecoveryCodes = async (proof: ProofOfPerson): Promise<string[]> =>
  (await call(secondFactor.renewRecoveryCodes, { body: proof })).recoveryCodes;
