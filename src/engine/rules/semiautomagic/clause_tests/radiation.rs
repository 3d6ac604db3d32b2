//! Tests of radiation.

use crate::rules::semiautomagic::testing::{fighters, on_a_field};

#[test] // SAM-22-2
fn radiation_fades_with_distance() {
    let at = |column: u8| {
        let setup = fighters("a", &format!("at = [{column}, 20]")).against("b", "at = [39, 39]");
        let setup =
            setup.field("size = [40, 40]\nradiation = [{ at = [20, 20], severity = 'moderate' }]");
        let trial = setup.ready().turn([]);
        let ill = trial.body("a").ills[0];
        ill.map(|ill| trial.arena.poisons[usize::from(ill.poison)].name.clone())
    };
    let named = |name: &str| Some(format!("radiation-{name}"));
    assert_eq!([at(20), at(21)], [named("moderate"), named("moderate")]);
    assert_eq!([at(19), at(22)], [named("light"), named("light")]);
    assert_eq!([at(17), at(24)], [named("minor"), named("minor")]);
    assert_eq!([at(16), at(25)], [None, None]);
    // If several sources of radiation reach a cell, the strongest of them counts. The order of the sources in
    // the scenario does not matter.
    let weak = "{ at = [20, 20], severity = 'light' }";
    let strong = "{ at = [20, 20], severity = 'heavy' }";
    for both in [format!("{weak}, {strong}"), format!("{strong}, {weak}")] {
        let setup = fighters("a", "at = [20, 20]").against("b", "at = [39, 39]");
        let setup = setup.field(&format!("size = [40, 40]\nradiation = [{both}]"));
        let trial = setup.ready().turn([]);
        let ill = trial.body("a").ills[0].expect("it is radiated");
        let name = &trial.arena.poisons[usize::from(ill.poison)].name;
        assert_eq!(name, "radiation-heavy");
    }
}

#[test] // SAM-0-10, SAM-21-1
fn the_first_check_is_in_the_turn_after_the_cause() {
    let setup = on_a_field("wait", "fortitude = -20", "at = [30, 10]");
    let setup = setup.field("radiation = [{ at = [10, 10], severity = 'heavy' }]");
    let trial = setup.ready().turn([]);
    assert!(trial.body("a").ills[0].is_some());
    assert_eq!(trial.turn([]).turn([1]).wounds("a"), 1);
}
