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

    /** A path is relative to each controller's root; slashes around it do not matter. */
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
