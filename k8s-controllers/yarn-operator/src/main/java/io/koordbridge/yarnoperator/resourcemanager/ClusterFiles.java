package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.policy.amount.YarnAmount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The clusters that a Hadoop configuration directory declares: the default one by {@code yarn-site.xml}, further ones by
 * {@code <id>.yarn-site.xml} anywhere below. YARN specification section 1.2.
 */
final class ClusterFiles {

    private static final String SITE = "yarn-site.xml";
    private static final String CORE = "core-site.xml";

    private static final String CONF_DIR = "hadoop.confDir = ";

    private ClusterFiles() {}

    /** Files to read, in order, by cluster id; the default cluster's id is empty. */
    static Map<String, List<Path>> find(Path directory) {
        if (!Files.isDirectory(directory) || !Files.isReadable(directory)) {
            throw new IllegalArgumentException(CONF_DIR + directory + ": not a readable directory");
        }
        Map<String, List<Path>> clusters = new TreeMap<>();
        try {
            // Hadoop's own packages make the directory a link.
            Path real = directory.toRealPath();
            for (Path site : sites(real)) {
                String name = site.getFileName().toString();
                String prefix = name.substring(0, name.length() - SITE.length());
                boolean ofDefault = prefix.isEmpty() && site.equals(real.resolve(SITE));
                boolean named = prefix.length() > 1 && prefix.endsWith(".");
                if (ofDefault || named) {
                    clusters.put(named ? prefix.substring(0, prefix.length() - 1) : "", files(site, prefix));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the Hadoop configuration directory " + directory, e);
        }
        if (clusters.isEmpty()) {
            throw new IllegalArgumentException(CONF_DIR + directory + ": want " + SITE + " in it, or ID." + SITE
                    + " for a further cluster; without either there is no ResourceManager to ask");
        }
        return clusters;
    }

    private static List<Path> sites(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().endsWith(SITE))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> files(Path site, String prefix) {
        List<Path> files = new ArrayList<>();
        Path core = site.resolveSibling(prefix + CORE);
        if (Files.isRegularFile(core)) {
            files.add(core);
        }
        files.add(site);
        return files;
    }

    /** Hadoop's defaults, then the files, then our time limits. */
    static Configuration read(List<Path> files) {
        Configuration configuration = new Configuration(false);
        configuration.addResource("core-default.xml");
        configuration.addResource("yarn-default.xml");
        files.forEach(file -> configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
        try {
            ClientLimits.apply(configuration);
        } catch (RuntimeException e) {
            // Hadoop reads the files with the first use, and throws what its parser threw.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException(
                    "hadoop.confDir: " + files + " cannot be read: "
                            + String.valueOf(cause.getMessage()).replaceAll("\\s+", " "),
                    e);
        }
        return configuration;
    }

    /** How the cluster wants to know who calls. */
    static String authentication(Configuration configuration) {
        return configuration
                .getTrimmed("hadoop.security.authentication", "simple")
                .toLowerCase(Locale.ROOT);
    }

    /** Below this the ResourceManager shuts a NodeManager down when that registers again; 0 where the files do not say it. */
    static YarnAmount minimumAllocation(List<Path> files) {
        Configuration configuration = new Configuration(false);
        files.forEach(file -> configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
        return new YarnAmount(
                configuration.getInt("yarn.scheduler.minimum-allocation-vcores", 0),
                configuration.getInt("yarn.scheduler.minimum-allocation-mb", 0));
    }

    /** A file of the same cluster beside its yarn-site.xml, which is the last of them; it need not be there. */
    private static Path beside(List<Path> files, String name) {
        Path site = files.get(files.size() - 1);
        String prefix = site.getFileName().toString();
        return site.resolveSibling(prefix.substring(0, prefix.length() - SITE.length()) + name);
    }

    /**
     * How the cluster's web servers are asked.
     *
     * @param user whose ticket is shown where one is required, null without one
     */
    static HadoopWeb web(Configuration configuration, List<Path> files, @Nullable HadoopUser user) {
        Negotiation negotiation = user == null ? null : new Negotiation(user);
        return new HadoopWeb(https(configuration), WebTrust.of(beside(files, "ssl-client.xml")), negotiation);
    }

    private static boolean https(Configuration configuration) {
        return "HTTPS_ONLY".equalsIgnoreCase(configuration.getTrimmed("yarn.http.policy", ""));
    }

    /** Class of the resource calculator by capacity-scheduler.xml, Hadoop's default where that does not say it; empty without the file. */
    static Optional<String> calculator(List<Path> files) {
        Path file = beside(files, "capacity-scheduler.xml");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Configuration configuration = new Configuration(false);
        configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        return Optional.of(configuration.getTrimmed(SchedulerReader.CALCULATOR, "DefaultResourceCalculator"));
    }

    /** Base addresses of the ResourceManagers' web servers; those that are no address are left out. */
    static List<URI> webServers(Configuration configuration) {
        boolean https = https(configuration);
        String key = https ? "yarn.resourcemanager.webapp.https.address" : "yarn.resourcemanager.webapp.address";
        List<String> addresses = new ArrayList<>();
        if (configuration.getBoolean("yarn.resourcemanager.ha.enabled", false)) {
            for (String id : configuration.getTrimmedStringCollection("yarn.resourcemanager.ha.rm-ids")) {
                String host = configuration.get("yarn.resourcemanager.hostname." + id, id);
                addresses.add(configuration.get(key + "." + id, host + (https ? ":8090" : ":8088")));
            }
        } else {
            addresses.add(configuration.getTrimmed(key, ""));
        }
        List<URI> servers = new ArrayList<>();
        for (String address : addresses) {
            if (address.matches("[A-Za-z0-9.\\[\\]:-]+:\\d{1,5}")) {
                servers.add(URI.create((https ? "https://" : "http://") + address + "/"));
            }
        }
        return servers;
    }

    /** Where the administration listens; of an HA pair both addresses. */
    static String administration(Configuration configuration) {
        String key = "yarn.resourcemanager.admin.address";
        if (!configuration.getBoolean("yarn.resourcemanager.ha.enabled", false)) {
            return configuration.get(key, "0.0.0.0:8033");
        }
        List<String> addresses = new ArrayList<>();
        for (String id : configuration.getTrimmedStringCollection("yarn.resourcemanager.ha.rm-ids")) {
            String host = configuration.get("yarn.resourcemanager.hostname." + id, id);
            addresses.add(configuration.get(key + "." + id, host + ":8033"));
        }
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException(
                    "hadoop.confDir: yarn.resourcemanager.ha.rm-ids is empty, want the ids of the"
                            + " ResourceManagers, or yarn.resourcemanager.ha.enabled=false");
        }
        return String.join(",", addresses);
    }
}
