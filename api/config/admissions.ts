import { type AdmissionPolicy, admissions } from "../../events/program/admission.ts";

export { admissions };

export interface AdmissionRules {
  readonly by: AdmissionPolicy;
  /** Verified addresses in these domains need no approval; lower case. */
  readonly domains: readonly string[];
}

/** Values set by variables; others are absent. */
export type AdmissionVariables = {
  readonly [Name in keyof AdmissionRules]?: AdmissionRules[Name] | undefined;
};

export const openAdmission: AdmissionRules = { by: "open", domains: [] };
