package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.config.RangeCheck;
import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.gate.ReferenceFlags;
import io.koordbridge.koordlet.tier.TierConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sourceforge.argparse4j.ArgumentParsers;
import net.sourceforge.argparse4j.impl.Arguments;
import net.sourceforge.argparse4j.inf.ArgumentParser;
import net.sourceforge.argparse4j.inf.ArgumentParserException;
import net.sourceforge.argparse4j.inf.Namespace;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says, read with the library that the other processes read theirs with. Their frame itself is not used here: it
 * would cost memory on every node.
 *
 * @param configFile null for the defaults
 * @param nodeName of the flag, else of the environment, null without both
 * @param kubeconfig null when not given, like the other texts and the port
 * @param settings keys of the configuration that flags of the reference set
 */
record KoordletFlags(
        @Nullable Path configFile,
        @Nullable String nodeName,
        @Nullable String kubeconfig,
        @Nullable String apiServer,
        @Nullable String cgroupRoot,
        @Nullable String procRoot,
        @Nullable String sysRoot,
        @Nullable Integer adminPort,
        boolean observeOnly,
        boolean removeTierOnExit,
        boolean preflight,
        boolean release,
        Map<String, Boolean> featureGates,
        Map<String, Object> settings,
        List<String> warnings) {

    private static final String PROCESS = "koordlet";
    private static final String CONFIG = "--config";
    private static final String NODE_NAME = "--node-name";
    private static final String KUBECONFIG = "--kubeconfig";
    private static final String API_SERVER = "--api-server";
    private static final String CGROUP_ROOT = "--cgroup-root";
    private static final String PROC_ROOT = "--proc-root";
    private static final String SYS_ROOT = "--sys-root";
    private static final String ADMIN_PORT = "--admin-port";
    private static final String OBSERVE_ONLY = "--observe-only";
    private static final String REMOVE_TIER_ON_EXIT = "--remove-tier-on-exit";
    private static final String PREFLIGHT = "--preflight";
    private static final String RELEASE = "--release";
    private static final String FEATURE_GATES = "--feature-gates";
    private static final List<String> NAMES = List.of(
            CONFIG,
            NODE_NAME,
            KUBECONFIG,
            API_SERVER,
            CGROUP_ROOT,
            PROC_ROOT,
            SYS_ROOT,
            ADMIN_PORT,
            OBSERVE_ONLY,
            REMOVE_TIER_ON_EXIT,
            PREFLIGHT,
            RELEASE,
            FEATURE_GATES,
            "--help",
            "--version");
    private static final String HELP = "--help";
    private static final String HELP_SHORT = "-h";
    private static final String VERSION = "--version";
    private static final String VERSION_SHORT = "-V";

    private static final String DIRECTORY = "DIR";
    private static final String FILE = "FILE";

    /**
     * Reads the arguments.
     *
     * @param environmentName name of the node in the environment, null without one
     * @throws ArgumentParserException when they are not in order
     */
    static KoordletFlags parse(ArgumentParser parser, String[] args, @Nullable String environmentName)
            throws ArgumentParserException {
        ReferenceFlags.Split split = split(parser, args);
        Namespace given = parser.parseArgs(split.args().toArray(String[]::new));
        String gates = text(given, FEATURE_GATES);
        String config = text(given, CONFIG);
        String name = text(given, NODE_NAME);
        return new KoordletFlags(
                config == null ? null : Path.of(config),
                name == null ? environmentName : name,
                text(given, KUBECONFIG),
                text(given, API_SERVER),
                text(given, CGROUP_ROOT),
                text(given, PROC_ROOT),
                text(given, SYS_ROOT),
                given.getInt(dest(ADMIN_PORT)),
                given.getBoolean(dest(OBSERVE_ONLY)),
                given.getBoolean(dest(REMOVE_TIER_ON_EXIT)),
                given.getBoolean(dest(PREFLIGHT)),
                given.getBoolean(dest(RELEASE)),
                gates == null ? Map.of() : gates(parser, gates),
                split.settings(),
                split.warnings());
    }

    private static ReferenceFlags.Split split(ArgumentParser parser, String[] args) throws ArgumentParserException {
        try {
            return ReferenceFlags.split(
                    List.of(args), NAMES.stream().map(name -> name.substring(2)).toList());
        } catch (IllegalArgumentException e) {
            throw new ArgumentParserException(e.getMessage(), e, parser);
        }
    }

    private static Map<String, Boolean> gates(ArgumentParser parser, String text) throws ArgumentParserException {
        try {
            return FeatureGates.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ArgumentParserException(e.getMessage(), e, parser);
        }
    }

    /** What is asked for instead of a process; then nothing else needs to be in order. */
    static Optional<String> answer(ArgumentParser parser, Set<String> args) {
        if (args.contains(HELP) || args.contains(HELP_SHORT)) {
            return Optional.of(parser.formatHelp());
        }
        return args.contains(VERSION) || args.contains(VERSION_SHORT)
                ? Optional.of(parser.formatVersion())
                : Optional.empty();
    }

    static ArgumentParser parser() {
        ArgumentParser parser = ArgumentParsers.newFor(PROCESS)
                .addHelp(false)
                .build()
                .version(PROCESS + " " + version())
                .description(
                        "Measures this node, reports it, and enforces quality of service on pods and YARN containers.");
        withValue(parser, CONFIG, FILE, "configuration file (YAML)");
        withValue(parser, NODE_NAME, "NAME", "name of the Node object; default: environment NODE_NAME");
        withValue(parser, KUBECONFIG, FILE, "default: the service account of the pod");
        withValue(parser, API_SERVER, "URL", "API server, plain HTTP allowed");
        withValue(parser, CGROUP_ROOT, DIRECTORY, "default: /sys/fs/cgroup");
        withValue(parser, PROC_ROOT, DIRECTORY, "default: /proc");
        withValue(parser, SYS_ROOT, DIRECTORY, "default: /sys");
        parser.addArgument(ADMIN_PORT).metavar("PORT").type(Integer.class).help("default: 9316; 0 takes a free one");
        withValue(parser, FEATURE_GATES, "NAME=BOOL,...", "switches; they win over those of the file");
        without(parser, "measure and report, write no control group", OBSERVE_ONLY);
        without(parser, "at the end remove the empty groups this process made", REMOVE_TIER_ON_EXIT);
        without(parser, "say what this machine allows, and end", PREFLIGHT);
        without(parser, "give back what an agent took on this machine, and end; none may run", RELEASE);
        without(parser, "say what the flags are, and end", HELP_SHORT, HELP);
        without(parser, "say which version it is, and end", VERSION_SHORT, VERSION);
        return parser;
    }

    private static void withValue(ArgumentParser parser, String flag, String value, String help) {
        parser.addArgument(flag).metavar(value).help(help);
    }

    private static void without(ArgumentParser parser, String help, String... names) {
        parser.addArgument(names).action(Arguments.storeTrue()).help(help);
    }

    /** From the manifest of the jar; classes that are not in one have none. */
    private static String version() {
        String version = KoordletFlags.class.getPackage().getImplementationVersion();
        return version == null ? "without a version" : version;
    }

    private static @Nullable String text(Namespace given, String flag) {
        return given.getString(dest(flag));
    }

    private static String dest(String flag) {
        return flag.substring(2).replace('-', '_');
    }

    private Map<String, Boolean> gatesOver(Map<String, Boolean> ofFile) {
        Map<String, Boolean> all = new HashMap<>(ofFile);
        all.putAll(featureGates);
        return all;
    }

    /** The configuration of the file, where no flag says something else. */
    KoordletConfig over(KoordletConfig file) {
        KoordletConfig.Kubernetes kubernetes = new KoordletConfig.Kubernetes(
                kubeconfig == null ? file.kubernetes().kubeconfig() : kubeconfig,
                apiServer == null ? file.kubernetes().apiServer() : apiServer,
                file.kubernetes().requestTimeoutSeconds(),
                file.kubernetes().kubelet());
        KoordletConfig.Roots roots = new KoordletConfig.Roots(
                cgroupRoot == null ? file.roots().cgroup() : cgroupRoot,
                procRoot == null ? file.roots().proc() : procRoot,
                sysRoot == null ? file.roots().sys() : sysRoot);
        TierConfig tier = new TierConfig(
                file.tier().create(),
                file.tier().driver(),
                file.tier().cgroupRoot(),
                file.tier().kubeletConfig(),
                removeTierOnExit || file.tier().removeOnExit());
        KoordletConfig config = new KoordletConfig(
                nodeName == null || nodeName.isEmpty() ? file.nodeName() : nodeName,
                kubernetes,
                roots,
                observeOnly || file.observesOnly(),
                file.collect(),
                file.report(),
                gatesOver(file.featureGates()),
                file.suppress(),
                file.batchResource(),
                file.evict(),
                file.memory(),
                tier,
                file.yarn(),
                file.audit(),
                new KoordletConfig.Admin(
                        file.admin().bind(),
                        adminPort == null ? file.admin().port() : adminPort,
                        file.admin().anonymous()));
        RangeCheck.check("", config);
        return config;
    }
}
