package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.koordbridge.koordlet.kubelet.KubeletConfig;
import io.koordbridge.koordlet.tier.TierConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.sourceforge.argparse4j.inf.ArgumentParserException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KoordletFlagsTest {

    @TempDir
    private Path temp;

    private static KoordletFlags parse(@Nullable String environmentName, String... args)
            throws ArgumentParserException {
        return KoordletFlags.parse(KoordletFlags.parser(), args, environmentName);
    }

    private KoordletConfig file() throws IOException {
        return ConfigReader.read(Files.writeString(temp.resolve("koordlet.yaml"), """
            nodeName: of-the-file
            kubernetes: {kubeconfig: /file/kubeconfig, apiServer: "https://file"}
            roots: {cgroup: /file/cgroup, proc: /file/proc, sys: /file/sys}
            collect: {intervalMillis: 500}
            tier: {create: false, driver: cgroupfs}
            admin: {bind: 127.0.0.1, port: 1234}
            """));
    }

    @Test
    void withoutFlagsTheFileHolds() throws IOException, ArgumentParserException {
        assertThat(parse(null).over(file())).isEqualTo(file());
        assertThat(parse(null).configFile()).isNull();
    }

    @Test
    void eachFlagWinsOverItsKeyAndLeavesTheOthers() throws IOException, ArgumentParserException {
        KoordletFlags flags = parse(
                null,
                "--config=a.yaml",
                "--node-name=n",
                "--kubeconfig",
                "/flag/kubeconfig",
                "--api-server=https://flag",
                "--cgroup-root",
                "/flag/cgroup",
                "--proc-root=/flag/proc",
                "--sys-root=/flag/sys",
                "--admin-port",
                "0",
                "--observe-only",
                "--remove-tier-on-exit");

        KoordletConfig config = flags.over(file());

        assertThat(flags.configFile()).isEqualTo(Path.of("a.yaml"));
        assertThat(flags.preflight()).isFalse();
        assertThat(config.nodeName()).isEqualTo("n");
        assertThat(config.kubernetes())
                .isEqualTo(
                        new KoordletConfig.Kubernetes("/flag/kubeconfig", "https://flag", 10, KubeletConfig.DEFAULT));
        assertThat(config.roots()).isEqualTo(new KoordletConfig.Roots("/flag/cgroup", "/flag/proc", "/flag/sys"));
        assertThat(config.admin()).isEqualTo(new KoordletConfig.Admin("127.0.0.1", 0, false));
        assertThat(config.observesOnly()).isTrue();
        assertThat(config.tier())
                .isEqualTo(new TierConfig(false, "cgroupfs", "auto", TierConfig.DEFAULT.kubeletConfig(), true));
        assertThat(config.collect()).isEqualTo(file().collect());
    }

    @Test
    void theNodeIsTheOneOfTheFlagElseOfTheEnvironmentElseOfTheFile() throws IOException, ArgumentParserException {
        assertThat(parse("of-the-environment", "--node-name", "n").over(file()).nodeName())
                .isEqualTo("n");
        assertThat(parse("of-the-environment").over(file()).nodeName()).isEqualTo("of-the-environment");
        assertThat(parse("").over(file()).nodeName()).isEqualTo("of-the-file");
        assertThat(parse(null).over(KoordletConfig.DEFAULT).nodeName()).isNull();
    }

    @Test
    void aPortOutsideOfTheRangeIsRefusedLikeThatOfTheFile() throws ArgumentParserException {
        KoordletFlags flags = parse(null, "--admin-port=70000");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> flags.over(KoordletConfig.DEFAULT))
                .withMessageContaining("70000");
    }
}
