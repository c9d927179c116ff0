import { listed } from "./listed.ts";

/** Duty positions, by the name that evaluations use. */
export const positionLines = listed(`
  Platoon Leader: PL, PLs, plt ldr, platoon ldr, plt leader
  Executive Officer: XO, XOs, exec; second in command, 2IC
`);

export const unitLines = listed(`
  Battalion: BN, BNs
  Brigade: BDE, BDEs
`);

export const schoolLines = listed(`
  Air Assault School: air assault, AASLT
`);

export const programLines = listed(`
  Funded Legal Education Program: FLEP
`);

export const familyLines = listed(`
  Exceptional Family Member Program: EFMP
`);

export const specialtyLines = listed(`
  Special Forces: SF, 18A, green beret, green berets; special operations, special ops, ODA
`);
