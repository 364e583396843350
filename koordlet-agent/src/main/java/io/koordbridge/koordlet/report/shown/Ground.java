package io.koordbridge.koordlet.report.shown;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import java.nio.file.Path;

/**
 * What is known of a machine before anything is measured.
 *
 * @param processors logical CPUs, 0 while unknown
 * @param sys where they were looked for
 */
public record Ground(CgroupTree tree, int processors, Path sys) {}
