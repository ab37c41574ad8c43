// Cores that are four times slower, for some processes: each of their threads has one, a quarter of the time of a real one,
// by control groups of Linux (version 1). It needs root. A phone has as many cores as threads that matter here: page and worker.
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const SLOWER = 4;
const PERIOD = 10_000; // microseconds: less than a frame of a page
const LIMITS = { "cpu.cfs_period_us": PERIOD, "cpu.cfs_quota_us": PERIOD / SLOWER };
const PLACE = "/sys/fs/cgroup/cpu";
const OWN = join(PLACE, `kartarna-${process.pid}`);
const LOOK = 5; // milliseconds between looks for new threads: until then they share their parent's core

/** A core for every thread that has none yet. */
function share(pids, cores) {
  for (const thread of pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`))) {
    if (cores.has(thread)) continue;
    const core = join(OWN, thread);
    mkdirSync(core);
    cores.add(thread);
    for (const [file, value] of Object.entries(LIMITS)) writeFileSync(join(core, file), String(value));
    move(thread, core);
  }
}

/** A thread that has ended meanwhile needs no place. */
function move(thread, group) {
  try {
    writeFileSync(join(group, "tasks"), thread);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** What `work` comes to while these processes are slowed down. */
export async function slowed(pids, work) {
  if (!existsSync(join(PLACE, "cpu.cfs_quota_us"))) throw new Error("there are no control groups of version 1 here");
  mkdirSync(OWN);
  const cores = new Set();
  share(pids, cores);
  const looking = setInterval(() => share(pids, cores), LOOK);
  try {
    return await work();
  } finally {
    clearInterval(looking);
    for (const thread of cores) move(thread, PLACE);
    for (const thread of cores) rmdirSync(join(OWN, thread));
    rmdirSync(OWN);
  }
}
