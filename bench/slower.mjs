// A processor that is four times slower, for some processes and all their threads together: a quarter of one core's time,
// by a control group of Linux. It needs root. Harsher than a phone, which has several slow cores.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const SLOWER = 4;
const PERIOD = 10_000; // microseconds: less than a frame of a page
const QUOTA = PERIOD / SLOWER;
const [OLD, NEW] = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup"]; // versions 1 and 2
const PLACE = existsSync(join(OLD, "cpu.cfs_quota_us")) ? OLD : NEW;
const GROUP = join(PLACE, `kartarna-${process.pid}`);
const LIMITS = PLACE === OLD ? { "cpu.cfs_period_us": PERIOD, "cpu.cfs_quota_us": QUOTA } : { "cpu.max": `${QUOTA} ${PERIOD}` };

const place = (pids, group) => pids.forEach((pid) => writeFileSync(join(group, "cgroup.procs"), String(pid)));

/** What `work` comes to while these processes are slowed down. */
export async function slowed(pids, work) {
  mkdirSync(GROUP);
  try {
    for (const [file, value] of Object.entries(LIMITS)) writeFileSync(join(GROUP, file), String(value));
    place(pids, GROUP);
    return await work();
  } finally {
    place(pids, PLACE);
    rmdirSync(GROUP);
  }
}
