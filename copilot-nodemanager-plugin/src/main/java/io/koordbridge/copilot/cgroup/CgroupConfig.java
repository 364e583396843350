package io.koordbridge.copilot.cgroup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Where containers go and how their limits are derived. */
public final class CgroupConfig {
    private final boolean enabled;
    private final Path root;
    private final String path;
    private final List<String> controllers;
    private final double sharesRatio;
    private final double memoryOverheadRatio;
    private boolean required;
    private long slackMegabytes = -1;

    /** A path is relative to each controller's root; slashes around it do not matter. Empty: in the best-effort tier, wherever that is. */
    public CgroupConfig(
            boolean enabled,
            Path root,
            String path,
            List<String> controllers,
            double sharesRatio,
            double memoryOverheadRatio) {
        this.enabled = enabled;
        this.root = root;
        this.path = path.replaceAll("^/+|/+$", "");
        this.controllers = Collections.unmodifiableList(new ArrayList<>(controllers));
        this.sharesRatio = sharesRatio;
        this.memoryOverheadRatio = memoryOverheadRatio;
    }

    /** The same with another answer to what happens to a container that cannot be placed. */
    public CgroupConfig required(boolean value) {
        CgroupConfig copy = copy();
        copy.required = value;
        return copy;
    }

    /** The same with another slack of the group around all containers; negative: by its size. */
    public CgroupConfig slackMegabytes(long value) {
        CgroupConfig copy = copy();
        copy.slackMegabytes = value;
        return copy;
    }

    private CgroupConfig copy() {
        CgroupConfig copy = new CgroupConfig(enabled, root, path, controllers, sharesRatio, memoryOverheadRatio);
        copy.required = required;
        copy.slackMegabytes = slackMegabytes;
        return copy;
    }

    /** Whether a container that cannot be placed is not started. */
    public boolean required() {
        return enabled && required;
    }

    /** Negative: derived from the size that it is added to. */
    public long slackMegabytes() {
        return slackMegabytes;
    }

    public boolean enabled() {
        return enabled;
    }

    public Path root() {
        return root;
    }

    public String path() {
        return path;
    }

    public List<String> controllers() {
        return controllers;
    }

    public double sharesRatio() {
        return sharesRatio;
    }

    public double memoryOverheadRatio() {
        return memoryOverheadRatio;
    }
}
