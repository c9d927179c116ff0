import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that mostly wait for processes and servers. */
const isWaiting = /\/api\/(crash-tests|scenarios|cli)\/|\.int\.test\.ts$/;

/**
 * Test sequencer that spreads waiting tests evenly among the others of their project, so that the processor is never
 * idle. Projects stay together, because files of one project share a process, which ends when another project starts.
 */
export default class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((project) => {
      const { true: slow = [], false: quick = [] } = Object.groupBy(
        project,
        ({ moduleId }) => `${isWaiting.test(moduleId)}`,
      );
      return [slow, quick]
        .flatMap((list) => list.map((file, index) => ({ file, at: index / list.length })))
        .toSorted((one, other) => one.at - other.at)
        .map(({ file }) => file);
    });
  }
}
