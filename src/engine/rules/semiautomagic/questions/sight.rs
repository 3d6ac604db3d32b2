//! Lines of sight, cover, light, and hidden or invisible fighters.
//!
//! Clauses: SAM-4-3, SAM-7-1, SAM-11-1, SAM-11-3..7, SAM-11-9..12, SAM-11-14, SAM-11-15, SAM-19-4, SAM-19-11,
//! SAM-19-13.

use crate::fight::FighterId;
use crate::grid::{Block, Cell, Direction};
use crate::rules::semiautomagic::nouns::{Fighter, View};
use crate::rules::semiautomagic::options::Locate;
use crate::rules::semiautomagic::reading::Posture;
use crate::rules::semiautomagic::rules::Situations;

/// How well a fighter can be seen [SAM-11-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    Plain,
    Concealed,
    Invisible,
}

impl View<'_> {
    /// Returns whether two fighters see each other, so that no wall blocks the line between them [SAM-7-1].
    pub(crate) fn in_sight(self, who: FighterId, target: FighterId) -> bool {
        let ground = &self.arena.ground;
        !ground.mapped || (ground.terrain).sees(self.block(who), self.block(target))
    }

    /// Returns the direction from one fighter to another. Returns `None` if both are at the same place, or if
    /// the fight has no field.
    pub(crate) fn direction(self, from: FighterId, to: FighterId) -> Option<Direction> {
        if !self.arena.ground.mapped {
            return None;
        }
        Direction::nearest(self.block(from).line_to(self.block(to)))
    }

    /// Returns the step of cover (0 to 4) that `who` has against another fighter: its own cover or that of
    /// its cells, whichever is better [SAM-11-5]. A low posture increases the step [SAM-11-4].
    #[inline]
    pub(crate) fn cover(self, who: FighterId, against: FighterId) -> u8 {
        if !self.arena.scope.cover {
            return 0;
        }
        let from = self.direction(who, against);
        let own = self.own_cover(who, from);
        let step = own.max(self.ground_cover(self.block(who), from));
        if step == 0 {
            return 0;
        }
        let rules = &self.arena.options.rules.situations;
        let lower = match self.body(who).posture {
            Posture::Standing => 0,
            Posture::Crouched => rules.crouched_cover,
            Posture::Prone => rules.prone_cover,
        };
        (step + lower).min(4)
    }

    /// Returns the step of a fighter's own cover against attacks from a direction. Steps that attacks have
    /// destroyed are subtracted [SAM-11-8].
    pub(crate) fn own_cover(self, who: FighterId, from: Option<Direction>) -> u8 {
        let whole = self.fighter(who).cover.towards(from);
        whole.saturating_sub(self.body(who).cover_lost)
    }

    /// Returns the step of cover that a cell gives against attacks from a direction. Steps that attacks have
    /// destroyed are subtracted.
    pub(crate) fn cell_cover(self, cell: Cell, from: Option<Direction>) -> u8 {
        let whole = self.arena.ground.covers.at(cell).towards(from);
        whole.saturating_sub(self.state.holes.of(cell))
    }

    /// Returns the best cover that any cell of `block` gives against attacks from a direction.
    pub(crate) fn ground_cover(self, block: Block, from: Option<Direction>) -> u8 {
        let steps = block.cells().map(|cell| self.cell_cover(cell, from));
        steps.max().unwrap_or(0)
    }

    /// Returns the cover that the cells would give `who` against another fighter if it stood in the cell
    /// `at`.
    pub(crate) fn cover_at(self, who: FighterId, at: Cell, against: FighterId) -> u8 {
        let block = Block::new(at, self.fighter(who).width());
        let from = Direction::nearest(block.line_to(self.block(against)));
        self.ground_cover(block, from)
    }

    /// Returns how dark the place of `who` is for `observer`: 0 clear, 1 hazy, 2 dark [SAM-11-9].
    fn light(self, who: FighterId, observer: FighterId) -> u8 {
        let ground = &self.arena.ground;
        if ground.light == 0 && ground.lights.is_empty() {
            return 0;
        }
        let mut light = ground.light;
        if !ground.lights.is_empty() {
            let cells = self.block(who).cells();
            let brightest = cells.map(|cell| ground.lights.at(cell)).min();
            light = light.max(brightest.unwrap_or(0));
        }
        let lowlight = light == 1 && self.fighter(observer).lowlight;
        if lowlight { 0 } else { light }
    }

    /// Returns how well `observer` sees `who`. Concealment, light, hiding and invisibility are compared, and
    /// the one that hinders sight most counts [SAM-11-1, SAM-11-9..11, SAM-19-13].
    #[inline]
    pub(crate) fn visibility(self, who: FighterId, observer: FighterId) -> Visibility {
        let fighter = self.fighter(who);
        let light = self.light(who, observer);
        let hidden = fighter.invisible
            || self.body(who).unseen_by.has(observer)
            || self.body(observer).blinded > 0
            || light == 2;
        if hidden {
            Visibility::Invisible
        } else if fighter.concealed || light == 1 {
            Visibility::Concealed
        } else {
            Visibility::Plain
        }
    }

    /// Returns whether `observer` can attack `who` at all, as far as sight and total cover are concerned.
    /// House rules decide whether an invisible fighter can be located [SAM-11-10], and whether total cover
    /// can be shot through [SAM-11-7].
    pub(crate) fn locatable(self, who: FighterId, observer: FighterId) -> bool {
        let found = self.arena.options.locate != Locate::Never
            || self.visibility(who, observer) != Visibility::Invisible;
        found && !self.walled(who, observer) && !self.walled(observer, who)
    }

    /// Returns whether `who` has total cover against a fighter, and no attack between them is allowed because
    /// of it [SAM-11-7].
    pub(crate) fn walled(self, who: FighterId, against: FighterId) -> bool {
        !self.arena.options.hit_cover && self.cover(who, against) == 4
    }

    /// Returns what the situation of the target adds to its Target score: cover, visibility, posture and
    /// speed [SAM-11-1, SAM-11-3, SAM-11-6, SAM-11-7, SAM-11-12].
    pub(crate) fn situation(self, who: FighterId, target: FighterId, ranged: bool) -> i32 {
        let cover = self.cover(target, who);
        let rules = &self.arena.options.rules.situations;
        let seen = match self.visibility(target, who) {
            Visibility::Plain => 0,
            Visibility::Concealed => rules.concealment,
            Visibility::Invisible => rules.invisibility,
        };
        let low = match self.body(target).posture {
            Posture::Standing => 0,
            Posture::Crouched => rules.crouched,
            Posture::Prone => rules.prone,
        };
        let low = if ranged { low } else { -low };
        let hidden = match cover {
            0 => seen + low,
            4 => seen.max(rules.cover(4)),
            step => seen + rules.cover(step),
        };
        // By default this is the number of full thirty squares, of the target's own size, that the target has
        // moved in its turn [SAM-4-3, SAM-11-12].
        let fast = self.body(target).clock.moved / fast_squares(self.fighter(target), rules);
        hidden + rules.high_speed * i32::from(fast)
    }

    /// Returns whether `who` is flat-footed against an attacker: surprised by it, just awake, or unable to
    /// see it [SAM-11-7, SAM-11-9, SAM-11-14, SAM-11-15, SAM-19-4, SAM-19-13].
    pub(crate) fn flat_footed(self, who: FighterId, against: FighterId) -> bool {
        let body = self.body(who);
        let surprised = body.surprised && self.fighter(who).surprised_by.has(against);
        surprised
            || body.drowsy > 0
            || self.visibility(against, who) == Visibility::Invisible
            || (self.arena.options.hit_cover && self.cover(against, who) == 4)
    }
}

/// Returns the distance in half cells that a fighter must move in a turn to be harder to hit. By default it
/// is thirty squares of the fighter's size [SAM-4-3, SAM-11-12].
pub(crate) fn fast_squares(fighter: &Fighter, rules: &Situations) -> u16 {
    2 * rules.high_speed_squares * u16::from(fighter.width())
}
