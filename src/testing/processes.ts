import { execFileSync } from "node:child_process"

/** The processes that one has started and that still run. */
export const childrenOf = (pid: number): number[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))

/** Lets a server and all that it has started stand still, as on a disk that does. @returns what lets them go on */
export const freeze = (pid: number): (() => void) => {
  const frozen: number[] = []
  const stop = (each: number): void => {
    if (signal(each, "SIGSTOP")) frozen.push(each)
  }
  // First, so that it starts no others while they are looked for.
  stop(pid)
  childrenOf(pid).forEach(stop)
  return () => {
    for (const each of frozen.splice(0)) signal(each, "SIGCONT")
  }
}

/** @returns whether the process was still there */
const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false
    throw error
  }
}
