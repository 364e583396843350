package io.koordbridge.koordlet.tier;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupProbe;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which driver the kubelet uses. */
public final class KubeletDriver {

    private static final Logger LOG = LoggerFactory.getLogger(KubeletDriver.class);
    private static final long LARGEST_FILE = 1 << 20;
    /** In YAML and in JSON. */
    private static final Pattern SETTING =
            Pattern.compile("(?m)^[{\\s]*\"?cgroupDriver\"?\\s*:\\s*\"?(systemd|cgroupfs)\\b");

    private final CgroupProbe probe;
    private final CgroupVersion version;
    private final Path config;

    /**
     * An answer.
     *
     * @param config configuration file of the kubelet; need not exist
     */
    public KubeletDriver(CgroupProbe probe, CgroupVersion version, Path config) {
        this.probe = probe;
        this.version = version;
        this.config = config;
    }

    /** Empty while unknown. */
    public Optional<CgroupDriver> now() {
        return probe.driver(version, configured());
    }

    private Optional<CgroupDriver> configured() {
        try {
            if (!Files.isRegularFile(config) || Files.size(config) > LARGEST_FILE) {
                return Optional.empty();
            }
            Matcher matcher = SETTING.matcher(Files.readString(config));
            return matcher.find()
                    ? Optional.of(CgroupDriver.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)))
                    : Optional.empty();
        } catch (IOException e) {
            LOG.debug("configuration of the kubelet not read", e);
            return Optional.empty();
        }
    }
}
