package io.koordbridge.koordlet.tier;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.CgroupProbe;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.kubelet.KubeletSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the kubelet names its control groups: which driver it uses, and the group that all of them are in. */
public final class KubeletDriver {

    private static final Logger LOG = LoggerFactory.getLogger(KubeletDriver.class);
    private static final long LARGEST_FILE = 1 << 20;
    private static final String AUTO = "auto";
    /** In YAML and in JSON. */
    private static final Pattern DRIVER =
            Pattern.compile("(?m)^[{\\s]*\"?cgroupDriver\"?\\s*:\\s*\"?(systemd|cgroupfs)\\b");

    private static final Pattern ROOT =
            Pattern.compile("(?m)^[{\\s]*\"?cgroupRoot\"?\\s*:\\s*[\"']?(/[A-Za-z0-9_.:@/-]*)");

    private final CgroupProbe probe;
    private final CgroupVersion version;
    private final TierConfig config;

    /**
     * An answer.
     *
     * @param config what is fixed, and where the configuration file of the kubelet is, which need not exist
     */
    public KubeletDriver(CgroupProbe probe, CgroupVersion version, TierConfig config) {
        this.probe = probe;
        this.version = version;
        this.config = config;
    }

    /**
     * Empty while the driver is unknown.
     *
     * @param said what the kubelet answers; empty while it does not
     */
    public Optional<CgroupNames> now(Optional<KubeletSettings> said) {
        String file = file();
        Optional<String> root = config.cgroupRoot().equals(AUTO)
                ? said.map(KubeletSettings::cgroupRoot).or(() -> match(ROOT, file))
                : Optional.of(config.cgroupRoot());
        Optional<CgroupDriver> fixed = fixed();
        Optional<CgroupDriver> configured = fixed.or(() -> said.flatMap(one -> driver(one.cgroupDriver()))
                .or(() -> match(DRIVER, file).flatMap(KubeletDriver::driver)));
        try {
            Optional<CgroupNames> found = probe.names(version, new CgroupProbe.Known(configured, root));
            return fixed.isEmpty()
                    ? found
                    : found.filter(names -> names.driver() == fixed.get())
                            .or(() -> Optional.of(new CgroupNames(fixed.get(), root.orElse(""))));
        } catch (IllegalArgumentException e) {
            LOG.debug("cgroupRoot of the kubelet not used", e);
            return Optional.empty();
        }
    }

    private Optional<CgroupDriver> fixed() {
        return config.driver().equals(AUTO) ? Optional.empty() : driver(config.driver());
    }

    private static Optional<CgroupDriver> driver(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "systemd" -> Optional.of(CgroupDriver.SYSTEMD);
            case "cgroupfs" -> Optional.of(CgroupDriver.CGROUPFS);
            default -> Optional.empty();
        };
    }

    private static Optional<String> match(Pattern setting, String text) {
        Matcher matcher = setting.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private String file() {
        Path file = Path.of(config.kubeletConfig());
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LARGEST_FILE ? Files.readString(file) : "";
        } catch (IOException e) {
            LOG.debug("configuration of the kubelet not read", e);
            return "";
        }
    }
}
