import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that start browsers or processes, and with them take longest. */
const long = [/\/api\/torture\//, /\.e2e\.ts$/, /\/api\/scenarios\//, /\/api\/operations\//];

/** Test sequencer: starts what takes longest first, so that no worker is left with it at the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = long.findIndex((kind) => kind.test(moduleId));
      return rank < 0 ? long.length : rank;
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
